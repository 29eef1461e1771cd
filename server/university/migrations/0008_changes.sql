ALTER TABLE "admission_programmes" ADD COLUMN "confirmation_fee" numeric(8, 2);--> statement-breakpoint
CREATE TABLE "admission_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_id" uuid NOT NULL,
	"admission_round_id" uuid NOT NULL,
	"explanation" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"contested_at" timestamp(3) with time zone NOT NULL,
	"grade" text,
	"new_value" numeric(4, 2),
	"answer" text,
	"answered_at" timestamp(3) with time zone,
	"answered_by_id" uuid,
	CONSTRAINT "admission_appeals_explanation_check" CHECK (char_length(explanation) between 1 and 2000),
	CONSTRAINT "admission_appeals_status_check" CHECK (status in ('open', 'changed', 'upheld')),
	CONSTRAINT "admission_appeals_grade_check" CHECK (grade in ('baccalaureateAverage', 'romanianGrade', 'profileGrade', 'degreeAverage', 'examGrade')),
	CONSTRAINT "admission_appeals_new_value_check" CHECK (new_value between 1 and 10),
	CONSTRAINT "admission_appeals_answer_check" CHECK (char_length(answer) between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_admission_round_id_admission_rounds_id_fk" FOREIGN KEY ("admission_round_id") REFERENCES "public"."admission_rounds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admission_appeals_registration_id_admission_round_id_unique" ON "admission_appeals" USING btree (registration_id,admission_round_id);--> statement-breakpoint
CREATE INDEX "admission_appeals_order_index" ON "admission_appeals" USING btree (contested_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_registration_id_index" ON "admission_appeals" USING btree (registration_id,contested_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_admission_round_id_index" ON "admission_appeals" USING btree (admission_round_id,contested_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_status_index" ON "admission_appeals" USING btree (status,contested_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_answered_at_index" ON "admission_appeals" USING btree (answered_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_created_at_index" ON "admission_appeals" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_updated_at_index" ON "admission_appeals" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "admission_appeals_answered_by_id_index" ON "admission_appeals" USING btree (answered_by_id);--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_confirmation_fee_check" CHECK (confirmation_fee between 0.01 and 100000);