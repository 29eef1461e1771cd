ALTER TABLE "settings" ADD COLUMN "hours_monday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_tuesday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_wednesday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_thursday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_friday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_saturday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_sunday" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "closed_days" text;--> statement-breakpoint
CREATE INDEX "application_messages_answered_index" ON "application_messages" USING btree (answered_at) WHERE author = 'applicant' and answered_at is not null;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_monday_check" CHECK (char_length(hours_monday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_tuesday_check" CHECK (char_length(hours_tuesday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_wednesday_check" CHECK (char_length(hours_wednesday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_thursday_check" CHECK (char_length(hours_thursday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_friday_check" CHECK (char_length(hours_friday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_saturday_check" CHECK (char_length(hours_saturday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_hours_sunday_check" CHECK (char_length(hours_sunday) between 1 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_closed_days_check" CHECK (char_length(closed_days) between 1 and 600);