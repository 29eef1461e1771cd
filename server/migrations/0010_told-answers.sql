ALTER TABLE "admission_run" ADD COLUMN "blocked" jsonb;--> statement-breakpoint
ALTER TABLE "place_acceptance" ADD COLUMN "told" text;