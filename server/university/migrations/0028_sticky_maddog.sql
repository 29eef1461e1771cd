ALTER TABLE "settings" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_website_check" CHECK (char_length(website) between 1 and 200);