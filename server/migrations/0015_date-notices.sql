ALTER TABLE "admission_sessions" ADD COLUMN "applicants_notified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "admission_sessions" ADD COLUMN "applicants_notified" integer;--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD COLUMN "applicants_notified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD COLUMN "applicants_notified" integer;--> statement-breakpoint
CREATE TABLE "date_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"admission_session_id" uuid NOT NULL,
	"dates" jsonb NOT NULL,
	"reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"notify_at" timestamp(3) with time zone NOT NULL,
	"applicants" integer NOT NULL,
	"notified" integer NOT NULL,
	"last_id" uuid,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "date_notice_index" ON "date_notice" USING btree ("record_id","created_at");--> statement-breakpoint
CREATE INDEX "date_notice_finished_index" ON "date_notice" USING btree ("finished_at");--> statement-breakpoint
ALTER TABLE "admission_sessions" ADD CONSTRAINT "admission_sessions_applicants_notified_check" CHECK (applicants_notified between 0 and 10000000);--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD CONSTRAINT "admission_rounds_applicants_notified_check" CHECK (applicants_notified between 0 and 10000000);