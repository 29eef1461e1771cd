CREATE INDEX "device_seen_index" ON "device" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "one_time_token_expires_index" ON "one_time_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "import_mapping_used_index" ON "import_mapping" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "import_synonym_used_index" ON "import_synonym" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "job_finished_index" ON "job" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "access_token_expires_index" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_expires_index" ON "session" USING btree ("absolute_expires_at");