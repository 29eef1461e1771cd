CREATE TABLE "bank_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"booked_on" date NOT NULL,
	"amount" numeric(9, 2) NOT NULL,
	"payer" text,
	"payer_key" text COLLATE "C",
	"details" text NOT NULL,
	"details_key" text COLLATE "C" NOT NULL,
	"transaction_id" text,
	"transaction_id_key" text COLLATE "C",
	"fingerprint" text,
	"state" text DEFAULT 'open' NOT NULL,
	"finding" text,
	"registration_id" uuid,
	"fee" text,
	"receipt_number" text,
	"note" text,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_payments_booked_on_check" CHECK (booked_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "bank_payments_amount_check" CHECK (amount between 0.01 and 1000000),
	CONSTRAINT "bank_payments_payer_check" CHECK (char_length(payer) between 1 and 140),
	CONSTRAINT "bank_payments_details_check" CHECK (char_length(details) between 1 and 500),
	CONSTRAINT "bank_payments_transaction_id_check" CHECK (char_length(transaction_id) between 1 and 35),
	CONSTRAINT "bank_payments_fingerprint_check" CHECK (char_length(fingerprint) between 1 and 64),
	CONSTRAINT "bank_payments_state_check" CHECK (state in ('open', 'booked', 'aside')),
	CONSTRAINT "bank_payments_finding_check" CHECK (finding in ('matched', 'noReference', 'several', 'nothingOwed', 'differs', 'bookedBefore')),
	CONSTRAINT "bank_payments_fee_check" CHECK (fee in ('application', 'confirmation')),
	CONSTRAINT "bank_payments_receipt_number_check" CHECK (char_length(receipt_number) between 1 and 40),
	CONSTRAINT "bank_payments_note_check" CHECK (char_length(note) between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_payments_transaction_id_unique" ON "bank_payments" USING btree (transaction_id_key);--> statement-breakpoint
CREATE UNIQUE INDEX "bank_payments_fingerprint_unique" ON "bank_payments" USING btree (lower(fingerprint));--> statement-breakpoint
CREATE INDEX "bank_payments_order_index" ON "bank_payments" USING btree (booked_on,id);--> statement-breakpoint
CREATE INDEX "bank_payments_state_index" ON "bank_payments" USING btree (state,booked_on,id);--> statement-breakpoint
CREATE INDEX "bank_payments_finding_index" ON "bank_payments" USING btree (finding,booked_on,id);--> statement-breakpoint
CREATE INDEX "bank_payments_registration_id_index" ON "bank_payments" USING btree (registration_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "bank_payments_amount_index" ON "bank_payments" USING btree (amount,booked_on,id);--> statement-breakpoint
CREATE INDEX "bank_payments_details_index" ON "bank_payments" USING btree (details_key,id);--> statement-breakpoint
CREATE INDEX "bank_payments_transaction_id_index" ON "bank_payments" USING btree (transaction_id_key,id);--> statement-breakpoint
CREATE INDEX "bank_payments_payer_index" ON "bank_payments" USING btree (payer_key,id);--> statement-breakpoint
CREATE INDEX "bank_payments_created_at_index" ON "bank_payments" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "bank_payments_updated_at_index" ON "bank_payments" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "bank_payments_details_trigrams" ON "bank_payments" USING gin ((translate(details_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bank_payments_transaction_id_trigrams" ON "bank_payments" USING gin ((translate(transaction_id_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bank_payments_search_trigrams" ON "bank_payments" USING gin ((search_text) gin_trgm_ops);