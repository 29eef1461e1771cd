ALTER TABLE "file" ADD COLUMN "fault" text;--> statement-breakpoint
CREATE INDEX "file_fault_index" ON "file" USING btree ("fault") WHERE "file"."fault" is not null;