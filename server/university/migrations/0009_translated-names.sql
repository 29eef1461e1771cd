ALTER TABLE "departments" ADD COLUMN "name_translations" jsonb;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "description_translations" jsonb;--> statement-breakpoint
ALTER TABLE "specializations" ADD COLUMN "name_translations" jsonb;--> statement-breakpoint
ALTER TABLE "specializations" ADD COLUMN "description_translations" jsonb;--> statement-breakpoint
ALTER TABLE "specializations" ADD COLUMN "credits_note_translations" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "name_translations" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "description_translations" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "module_translations" jsonb;