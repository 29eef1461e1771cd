ALTER TABLE "admission_sessions" ADD COLUMN "is_beside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "admission_sessions_degree_index" ON "admission_sessions" USING btree (degree,academic_year_key,name_key,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_is_beside_index" ON "admission_sessions" USING btree (is_beside,academic_year_key,name_key,id);