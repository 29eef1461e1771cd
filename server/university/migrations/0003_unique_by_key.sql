DROP INDEX "courses_specialization_id_code_unique";--> statement-breakpoint
DROP INDEX "departments_name_unique";--> statement-breakpoint
DROP INDEX "specializations_code_unique";--> statement-breakpoint
DROP INDEX "specializations_department_profile_id_name_unique";--> statement-breakpoint
DROP INDEX "students_matriculation_number_unique";--> statement-breakpoint
DROP INDEX "university_classes_course_id_academic_year_group_name_unique";--> statement-breakpoint
DROP INDEX "users_username_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "courses_specialization_id_code_unique" ON "courses" USING btree (specialization_id,code_key);--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name_unique" ON "departments" USING btree (name_key);--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_code_unique" ON "specializations" USING btree (code_key);--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_department_profile_id_name_unique" ON "specializations" USING btree (department_profile_id,name_key);--> statement-breakpoint
CREATE UNIQUE INDEX "students_matriculation_number_unique" ON "students" USING btree (matriculation_number_key);--> statement-breakpoint
CREATE UNIQUE INDEX "university_classes_course_id_academic_year_group_name_unique" ON "university_classes" USING btree (course_id,academic_year_key,group_name_key);--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (username_key);