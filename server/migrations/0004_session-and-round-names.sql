ALTER TABLE "admission_sessions" ADD COLUMN "name_translations" jsonb;--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD COLUMN "name_translations" jsonb;