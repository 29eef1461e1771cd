CREATE TABLE "admission_fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"admission_session_id" uuid NOT NULL,
	"specialization_id" uuid,
	"fee" text DEFAULT 'application' NOT NULL,
	"amount" numeric(8, 2) NOT NULL,
	"when_" text NOT NULL,
	"when__key" text COLLATE "C" NOT NULL,
	"position" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "admission_fees_fee_check" CHECK (fee in ('application', 'confirmation')),
	CONSTRAINT "admission_fees_amount_check" CHECK (amount between 0 and 100000),
	CONSTRAINT "admission_fees_when__check" CHECK (char_length(when_) between 1 and 4000),
	CONSTRAINT "admission_fees_position_check" CHECK (position between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "admission_fees" ADD CONSTRAINT "admission_fees_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_fees" ADD CONSTRAINT "admission_fees_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admission_fees_order_index" ON "admission_fees" USING btree (position,id);--> statement-breakpoint
CREATE INDEX "admission_fees_admission_session_id_index" ON "admission_fees" USING btree (admission_session_id,position,id);--> statement-breakpoint
CREATE INDEX "admission_fees_specialization_id_index" ON "admission_fees" USING btree (specialization_id,position,id);--> statement-breakpoint
CREATE INDEX "admission_fees_fee_index" ON "admission_fees" USING btree (fee,position,id);--> statement-breakpoint
CREATE INDEX "admission_fees_is_active_index" ON "admission_fees" USING btree (is_active,position,id);--> statement-breakpoint
CREATE INDEX "admission_fees_when__index" ON "admission_fees" USING btree (when__key,id);--> statement-breakpoint
CREATE INDEX "admission_fees_amount_index" ON "admission_fees" USING btree (amount,id);--> statement-breakpoint
CREATE INDEX "admission_fees_created_at_index" ON "admission_fees" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_fees_updated_at_index" ON "admission_fees" USING btree (updated_at,id);