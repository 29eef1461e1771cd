ALTER TABLE "registrations" DROP CONSTRAINT "registrations_told_status_check";--> statement-breakpoint
ALTER TABLE "registrations" RENAME COLUMN "told_status" TO "notified_status";--> statement-breakpoint
DROP INDEX "registrations_tell_at_index";--> statement-breakpoint
ALTER TABLE "registrations" RENAME COLUMN "tell_at" TO "notify_at";--> statement-breakpoint
ALTER TABLE "admission_drafts" RENAME COLUMN "tell_at" TO "notify_at";--> statement-breakpoint
ALTER TABLE "admission_drafts" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
CREATE INDEX "registrations_notify_at_index" ON "registrations" USING btree (notify_at,submitted_at,id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_notified_status_check" CHECK (notified_status in ('submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined'));