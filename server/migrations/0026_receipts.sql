ALTER TABLE "finances" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "finances" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "finances" ADD COLUMN "booked_by_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "cash_limit_per_day" numeric(9, 2);--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "cash_needs_second" boolean DEFAULT true NOT NULL;--> statement-breakpoint
INSERT INTO "meta" ("key", "value") VALUES ('since:settings.cash_needs_second', now()::text) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value";--> statement-breakpoint
CREATE TABLE "receipt_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"desk" text NOT NULL,
	"desk_key" text COLLATE "C" NOT NULL,
	"next_number" integer DEFAULT 1 NOT NULL,
	"confirmed_restore" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "receipt_series_code_check" CHECK (char_length(code) between 1 and 6),
	CONSTRAINT "receipt_series_desk_check" CHECK (char_length(desk) between 1 and 60),
	CONSTRAINT "receipt_series_next_number_check" CHECK (next_number between 1 and 1000000),
	CONSTRAINT "receipt_series_confirmed_restore_check" CHECK (char_length(confirmed_restore) between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "cash_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"series_id" uuid NOT NULL,
	"cashier_id" uuid,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"opening_cash" numeric(9, 2) DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"counted" numeric(10, 2),
	"note" text,
	"closed_at" timestamp(3) with time zone,
	"signed_by_id" uuid,
	"signed_at" timestamp(3) with time zone,
	"reopen_reason" text,
	CONSTRAINT "cash_sessions_opening_cash_check" CHECK (opening_cash between 0 and 1000000),
	CONSTRAINT "cash_sessions_state_check" CHECK (state in ('open', 'counted', 'signed')),
	CONSTRAINT "cash_sessions_counted_check" CHECK (counted between 0 and 10000000),
	CONSTRAINT "cash_sessions_note_check" CHECK (char_length(note) between 1 and 300),
	CONSTRAINT "cash_sessions_reopen_reason_check" CHECK (char_length(reopen_reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"label" text NOT NULL,
	"label_key" text COLLATE "C" NOT NULL,
	"series_id" uuid,
	"number" integer,
	"direction" text,
	"student_id" uuid,
	"registration_id" uuid,
	"payer" text,
	"amount" numeric(9, 2),
	"method" text,
	"document" text,
	"booked_on" date NOT NULL,
	"booked_by_id" uuid,
	"cash_session_id" uuid,
	"refund_of_id" uuid,
	"refund_reason" text,
	"state" text DEFAULT 'valid' NOT NULL,
	"void_reason" text,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "receipts_label_check" CHECK (char_length(label) between 1 and 40),
	CONSTRAINT "receipts_number_check" CHECK (number between 1 and 999999),
	CONSTRAINT "receipts_direction_check" CHECK (direction in ('payment', 'refund')),
	CONSTRAINT "receipts_payer_check" CHECK (char_length(payer) between 1 and 140),
	CONSTRAINT "receipts_amount_check" CHECK (amount between 0.01 and 1000000),
	CONSTRAINT "receipts_method_check" CHECK (method in ('cash', 'card', 'transfer')),
	CONSTRAINT "receipts_document_check" CHECK (char_length(document) between 1 and 25),
	CONSTRAINT "receipts_booked_on_check" CHECK (booked_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "receipts_refund_reason_check" CHECK (char_length(refund_reason) between 1 and 300),
	CONSTRAINT "receipts_state_check" CHECK (state in ('valid', 'voided', 'afterBackup')),
	CONSTRAINT "receipts_void_reason_check" CHECK (char_length(void_reason) between 1 and 300)
);
--> statement-breakpoint
DROP INDEX "finances_receipt_number_unique";--> statement-breakpoint
ALTER TABLE "cash_sessions" ADD CONSTRAINT "cash_sessions_series_id_receipt_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."receipt_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_sessions" ADD CONSTRAINT "cash_sessions_cashier_id_users_id_fk" FOREIGN KEY ("cashier_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_sessions" ADD CONSTRAINT "cash_sessions_signed_by_id_users_id_fk" FOREIGN KEY ("signed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_series_id_receipt_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."receipt_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_booked_by_id_users_id_fk" FOREIGN KEY ("booked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_cash_session_id_cash_sessions_id_fk" FOREIGN KEY ("cash_session_id") REFERENCES "public"."cash_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_of_id_receipts_id_fk" FOREIGN KEY ("refund_of_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_series_code_unique" ON "receipt_series" USING btree (code_key);--> statement-breakpoint
CREATE INDEX "receipt_series_order_index" ON "receipt_series" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "receipt_series_desk_index" ON "receipt_series" USING btree (desk_key,id);--> statement-breakpoint
CREATE INDEX "receipt_series_is_active_index" ON "receipt_series" USING btree (is_active,code_key,id);--> statement-breakpoint
CREATE INDEX "receipt_series_next_number_index" ON "receipt_series" USING btree (next_number,id);--> statement-breakpoint
CREATE INDEX "receipt_series_created_at_index" ON "receipt_series" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "receipt_series_updated_at_index" ON "receipt_series" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "receipt_series_code_trigrams" ON "receipt_series" USING gin ((translate(code_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "receipt_series_desk_trigrams" ON "receipt_series" USING gin ((translate(desk_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "receipt_series_search_trigrams" ON "receipt_series" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cash_sessions_order_index" ON "cash_sessions" USING btree (opened_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_series_id_index" ON "cash_sessions" USING btree (series_id,opened_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_cashier_id_index" ON "cash_sessions" USING btree (cashier_id,opened_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_state_index" ON "cash_sessions" USING btree (state,opened_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_counted_index" ON "cash_sessions" USING btree (counted,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_created_at_index" ON "cash_sessions" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_updated_at_index" ON "cash_sessions" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "cash_sessions_signed_by_id_index" ON "cash_sessions" USING btree (signed_by_id);--> statement-breakpoint
CREATE UNIQUE INDEX "cash_sessions_open_series_unique" ON "cash_sessions" USING btree (series_id) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "cash_sessions_open_cashier_unique" ON "cash_sessions" USING btree (cashier_id) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_label_unique" ON "receipts" USING btree (label_key);--> statement-breakpoint
CREATE INDEX "receipts_order_index" ON "receipts" USING btree (booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_label_index" ON "receipts" USING btree (label_key,id);--> statement-breakpoint
CREATE INDEX "receipts_series_id_index" ON "receipts" USING btree (series_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_number_index" ON "receipts" USING btree (number,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_student_id_index" ON "receipts" USING btree (student_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_registration_id_index" ON "receipts" USING btree (registration_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_direction_index" ON "receipts" USING btree (direction,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_amount_index" ON "receipts" USING btree (amount,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_method_index" ON "receipts" USING btree (method,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_booked_by_id_index" ON "receipts" USING btree (booked_by_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_cash_session_id_index" ON "receipts" USING btree (cash_session_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_refund_of_id_index" ON "receipts" USING btree (refund_of_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_state_index" ON "receipts" USING btree (state,booked_on,id);--> statement-breakpoint
CREATE INDEX "receipts_created_at_index" ON "receipts" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "receipts_updated_at_index" ON "receipts" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "receipts_label_trigrams" ON "receipts" USING gin ((translate(label_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "receipts_search_trigrams" ON "receipts" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_charge_id_finances_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."finances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_booked_by_id_users_id_fk" FOREIGN KEY ("booked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finances_receipt_id_index" ON "finances" USING btree (receipt_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_booked_by_id_index" ON "finances" USING btree (booked_by_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_charge_id_index" ON "finances" USING btree (charge_id);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_cash_limit_per_day_check" CHECK (cash_limit_per_day between 0.01 and 1000000);