ALTER TABLE "settings" ADD COLUMN "color_on_light" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "color_on_dark" text;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_color_on_light_check" CHECK (char_length(color_on_light) between 1 and 7);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_color_on_dark_check" CHECK (char_length(color_on_dark) between 1 and 7);