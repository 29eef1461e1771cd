ALTER TABLE "users" DROP CONSTRAINT "users_language_check";--> statement-breakpoint
ALTER TABLE "certificates" DROP CONSTRAINT "certificates_language_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_language_check";--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_language_check";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language_check" CHECK (char_length(language) between 1 and 40);--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_language_check" CHECK (char_length(language) between 1 and 40);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_language_check" CHECK (char_length(language) between 1 and 40);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_language_check" CHECK (char_length(language) between 1 and 40);