ALTER TABLE "license_exams" ADD COLUMN "status_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "data_changes_open_unique" ON "data_changes" USING btree (student_id,subject) WHERE status = 'requested';--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_status_reason_check" CHECK (char_length(status_reason) between 1 and 300);