CREATE INDEX "courses_created_at_index" ON "courses" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "courses_updated_at_index" ON "courses" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "departments_created_at_index" ON "departments" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "departments_updated_at_index" ON "departments" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "professors_created_at_index" ON "professors" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "professors_updated_at_index" ON "professors" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "specializations_created_at_index" ON "specializations" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "specializations_updated_at_index" ON "specializations" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "students_created_at_index" ON "students" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "students_updated_at_index" ON "students" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "university_classes_created_at_index" ON "university_classes" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "university_classes_updated_at_index" ON "university_classes" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "users_created_at_index" ON "users" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "users_updated_at_index" ON "users" USING btree (updated_at,id);