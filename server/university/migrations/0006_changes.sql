ALTER TABLE "admission_drafts" DROP CONSTRAINT "admission_drafts_input_digest_check";--> statement-breakpoint
ALTER TABLE "admission_drafts" DROP COLUMN "input_digest";--> statement-breakpoint
CREATE TABLE "admission_input" (
	"session_id" uuid NOT NULL,
	"stamp" uuid NOT NULL,
	CONSTRAINT "admission_input_session_id_stamp_pk" PRIMARY KEY("session_id","stamp")
);
--> statement-breakpoint
ALTER TABLE "admission_run" ADD COLUMN "stamp" uuid;--> statement-breakpoint
ALTER TABLE "admission_run" ADD COLUMN "effect" jsonb;