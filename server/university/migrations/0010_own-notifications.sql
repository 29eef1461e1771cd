ALTER TABLE "users" DROP CONSTRAINT "users_mail_copies_check";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_silenced_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (char_length(type) between 1 and 40);