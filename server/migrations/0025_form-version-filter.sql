DROP INDEX "registrations_form_version_id_index";--> statement-breakpoint
CREATE INDEX "registrations_form_version_id_index" ON "registrations" USING btree (form_version_id,submitted_at,id);