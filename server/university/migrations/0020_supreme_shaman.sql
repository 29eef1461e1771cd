ALTER TABLE "job" DROP CONSTRAINT "job_once_key_unique";--> statement-breakpoint
ALTER TABLE "job" DROP COLUMN "once_key";