ALTER TABLE "specimens" ADD COLUMN "long_text_translations" jsonb;--> statement-breakpoint
ALTER TABLE "specimens" ADD COLUMN "text_translations" jsonb;