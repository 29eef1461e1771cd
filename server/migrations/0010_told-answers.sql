ALTER TABLE "admission_programmes" ADD COLUMN "places_reason" text;--> statement-breakpoint
ALTER TABLE "admission_run" ADD COLUMN "blocked" jsonb;--> statement-breakpoint
ALTER TABLE "place_acceptance" ADD COLUMN "told" text;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_places_reason_check" CHECK (char_length(places_reason) between 1 and 300);