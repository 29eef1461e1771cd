CREATE TABLE "sent_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_draft" ALTER COLUMN "sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "application_draft" ADD COLUMN "admission_session_id" uuid;--> statement-breakpoint
ALTER TABLE "application_draft" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "application_draft_file" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "sent_key_sent_index" ON "sent_key" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "application_draft_address_index" ON "application_draft" USING btree ("address");--> statement-breakpoint
CREATE INDEX "application_draft_file_address_index" ON "application_draft_file" USING btree ("address");--> statement-breakpoint
UPDATE "application_draft" SET "admission_session_id" = (SELECT s."admission_session_id" FROM "settings" s LIMIT 1);
