ALTER TABLE "access_log" ALTER COLUMN "record_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "record_ids" uuid[];--> statement-breakpoint
CREATE INDEX "access_log_records_index" ON "access_log" USING gin ("record_ids");