CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"description" text,
	"specialization_id" uuid NOT NULL,
	"module" text,
	"module_key" text COLLATE "C",
	"year" integer NOT NULL,
	"semester" integer NOT NULL,
	"credits" integer NOT NULL,
	"type" text NOT NULL,
	"assessment" text NOT NULL,
	"hours" integer,
	"professor_id" uuid,
	"is_active" boolean NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "courses_name_check" CHECK (char_length(name) between 1 and 160),
	CONSTRAINT "courses_code_check" CHECK (char_length(code) between 1 and 16),
	CONSTRAINT "courses_description_check" CHECK (char_length(description) between 1 and 4000),
	CONSTRAINT "courses_module_check" CHECK (char_length(module) between 1 and 80),
	CONSTRAINT "courses_year_check" CHECK (year between 1 and 6),
	CONSTRAINT "courses_semester_check" CHECK (semester between 1 and 2),
	CONSTRAINT "courses_credits_check" CHECK (credits between 1 and 30),
	CONSTRAINT "courses_type_check" CHECK (type in ('compulsory', 'optional', 'facultative')),
	CONSTRAINT "courses_assessment_check" CHECK (assessment in ('exam', 'colloquium', 'project')),
	CONSTRAINT "courses_hours_check" CHECK (hours between 1 and 400)
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"description" text,
	"head_of_department_id" uuid,
	"email" text,
	"phone" text,
	"office" text,
	"office_hours" text,
	"budget" numeric(11, 2),
	"is_active" boolean NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "departments_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "departments_description_check" CHECK (char_length(description) between 1 and 2000),
	CONSTRAINT "departments_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "departments_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "departments_office_check" CHECK (char_length(office) between 1 and 60),
	CONSTRAINT "departments_office_hours_check" CHECK (char_length(office_hours) between 1 and 120),
	CONSTRAINT "departments_budget_check" CHECK (budget between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "professors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"academic_title" text NOT NULL,
	"department_profile_id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"phone" text,
	"office" text,
	"specialities" text,
	"hired_at" date,
	"user_id" uuid,
	"is_active" boolean NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "professors_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "professors_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "professors_academic_title_check" CHECK (academic_title in ('assistant', 'lecturer', 'associate', 'full')),
	CONSTRAINT "professors_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "professors_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "professors_office_check" CHECK (char_length(office) between 1 and 60),
	CONSTRAINT "professors_specialities_check" CHECK (char_length(specialities) between 1 and 1000),
	CONSTRAINT "professors_hired_at_check" CHECK (hired_at between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_open" boolean NOT NULL,
	"stop_application_requests" boolean NOT NULL,
	"disable_updates" boolean NOT NULL,
	"allow_exam_resit" boolean NOT NULL,
	"max_students_per_course" integer NOT NULL,
	"notification_enabled" boolean NOT NULL,
	"university_name" text NOT NULL,
	"admission_email" text,
	"admission_phone" text,
	"office_hours" text,
	CONSTRAINT "settings_max_students_per_course_check" CHECK (max_students_per_course between 1 and 1000),
	CONSTRAINT "settings_university_name_check" CHECK (char_length(university_name) between 1 and 120),
	CONSTRAINT "settings_admission_email_check" CHECK (char_length(admission_email) between 1 and 254),
	CONSTRAINT "settings_admission_phone_check" CHECK (char_length(admission_phone) between 1 and 16),
	CONSTRAINT "settings_office_hours_check" CHECK (char_length(office_hours) between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "specializations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"description" text,
	"department_profile_id" uuid NOT NULL,
	"cycle" text NOT NULL,
	"language" text NOT NULL,
	"years_of_study" integer NOT NULL,
	"credits_per_year" integer NOT NULL,
	"total_credits" integer NOT NULL,
	"credits_note" text,
	"places_budget" integer,
	"places_fee" integer,
	"is_active" boolean NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "specializations_name_check" CHECK (char_length(name) between 1 and 160),
	CONSTRAINT "specializations_code_check" CHECK (char_length(code) between 1 and 12),
	CONSTRAINT "specializations_description_check" CHECK (char_length(description) between 1 and 2000),
	CONSTRAINT "specializations_cycle_check" CHECK (cycle in ('bachelor', 'master')),
	CONSTRAINT "specializations_language_check" CHECK (language in ('ro', 'en', 'fr', 'de', 'hu')),
	CONSTRAINT "specializations_years_of_study_check" CHECK (years_of_study between 1 and 6),
	CONSTRAINT "specializations_credits_per_year_check" CHECK (credits_per_year between 1 and 90),
	CONSTRAINT "specializations_total_credits_check" CHECK (total_credits between 1 and 540),
	CONSTRAINT "specializations_credits_note_check" CHECK (char_length(credits_note) between 1 and 200),
	CONSTRAINT "specializations_places_budget_check" CHECK (places_budget between 0 and 10000),
	CONSTRAINT "specializations_places_fee_check" CHECK (places_fee between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"matriculation_number" text NOT NULL,
	"matriculation_number_key" text COLLATE "C" NOT NULL,
	"cnp" text,
	"cnp_bidx" text,
	"birth_date" date,
	"sex" text,
	"specialization_id" uuid NOT NULL,
	"study_year" integer NOT NULL,
	"group_name" text,
	"group_name_key" text COLLATE "C",
	"academic_year_of_entry" text NOT NULL,
	"funding_type" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"status_since" date,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"personal_email" text,
	"phone" text,
	"address" text,
	"city" text,
	"emergency_contact" text,
	"enrolled_at" date,
	"user_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "students_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "students_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "students_matriculation_number_check" CHECK (char_length(matriculation_number) between 1 and 20),
	CONSTRAINT "students_birth_date_check" CHECK (birth_date between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "students_sex_check" CHECK (sex in ('F', 'M')),
	CONSTRAINT "students_study_year_check" CHECK (study_year between 1 and 6),
	CONSTRAINT "students_group_name_check" CHECK (char_length(group_name) between 1 and 20),
	CONSTRAINT "students_academic_year_of_entry_check" CHECK (char_length(academic_year_of_entry) between 1 and 9),
	CONSTRAINT "students_funding_type_check" CHECK (funding_type in ('budget', 'fee')),
	CONSTRAINT "students_status_check" CHECK (status in ('active', 'suspended', 'withdrawn', 'expelled', 'graduated')),
	CONSTRAINT "students_status_reason_check" CHECK (char_length(status_reason) between 1 and 300),
	CONSTRAINT "students_status_since_check" CHECK (status_since between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "students_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "students_personal_email_check" CHECK (char_length(personal_email) between 1 and 254),
	CONSTRAINT "students_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "students_address_check" CHECK (char_length(address) between 1 and 200),
	CONSTRAINT "students_city_check" CHECK (char_length(city) between 1 and 80),
	CONSTRAINT "students_emergency_contact_check" CHECK (char_length(emergency_contact) between 1 and 200),
	CONSTRAINT "students_enrolled_at_check" CHECK (enrolled_at between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "university_classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"course_id" uuid NOT NULL,
	"academic_year" text NOT NULL,
	"academic_year_key" text COLLATE "C" NOT NULL,
	"semester" integer NOT NULL,
	"group_name" text NOT NULL,
	"group_name_key" text COLLATE "C" NOT NULL,
	"lead_professor_id" uuid NOT NULL,
	"weekday" text,
	"starts_at" text,
	"starts_at_key" text COLLATE "C",
	"ends_at" text,
	"room" text,
	"room_key" text COLLATE "C",
	"capacity" integer NOT NULL,
	"status" text NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "university_classes_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "university_classes_academic_year_check" CHECK (char_length(academic_year) between 1 and 9),
	CONSTRAINT "university_classes_semester_check" CHECK (semester between 1 and 2),
	CONSTRAINT "university_classes_group_name_check" CHECK (char_length(group_name) between 1 and 20),
	CONSTRAINT "university_classes_weekday_check" CHECK (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')),
	CONSTRAINT "university_classes_starts_at_check" CHECK (char_length(starts_at) between 1 and 5),
	CONSTRAINT "university_classes_ends_at_check" CHECK (char_length(ends_at) between 1 and 5),
	CONSTRAINT "university_classes_room_check" CHECK (char_length(room) between 1 and 40),
	CONSTRAINT "university_classes_capacity_check" CHECK (capacity between 1 and 1000),
	CONSTRAINT "university_classes_status_check" CHECK (status in ('planned', 'active', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"username" text NOT NULL,
	"username_key" text COLLATE "C" NOT NULL,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"phone" text,
	"description" text,
	"image_path" uuid,
	"is_active" boolean NOT NULL,
	"last_login_at" timestamp(3) with time zone,
	"invited_at" timestamp(3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "users_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "users_username_check" CHECK (char_length(username) between 1 and 60),
	CONSTRAINT "users_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "users_role_check" CHECK (role in ('admin', 'secretary', 'professor', 'student')),
	CONSTRAINT "users_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "users_description_check" CHECK (char_length(description) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"must_change" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password_version" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"previous" integer NOT NULL,
	"blocked_until" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"original_sha256" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"owner_id" uuid,
	"resource" text,
	"record_id" uuid,
	"field" text,
	"claimed_at" timestamp(3) with time zone,
	CONSTRAINT "file_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"actor_role" text,
	"at" timestamp(3) with time zone NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"ip_truncated" text DEFAULT '' NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"address" text,
	"language" text NOT NULL,
	"params" jsonb NOT NULL,
	"once_key" text,
	"subject" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"run_at" timestamp(3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"last_error" text,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "outbox_mail_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"refresh_hash" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"parent_hash" text,
	"issued_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"successor_hash" text,
	"revoked_at" timestamp(3) with time zone,
	"access_used" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"absolute_expires_at" timestamp(3) with time zone NOT NULL,
	"reauthenticated_at" timestamp(3) with time zone NOT NULL,
	"user_agent_label" text DEFAULT '' NOT NULL,
	"ip_truncated" text DEFAULT '' NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_reason" text,
	"lost_answers" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_head_of_department_id_professors_id_fk" FOREIGN KEY ("head_of_department_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professors" ADD CONSTRAINT "professors_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professors" ADD CONSTRAINT "professors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specializations" ADD CONSTRAINT "specializations_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_lead_professor_id_professors_id_fk" FOREIGN KEY ("lead_professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_image_path_file_id_fk" FOREIGN KEY ("image_path") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "courses_specialization_id_code_unique" ON "courses" USING btree (specialization_id,lower(code));--> statement-breakpoint
CREATE INDEX "courses_order_index" ON "courses" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "courses_specialization_id_index" ON "courses" USING btree (specialization_id,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_professor_id_index" ON "courses" USING btree (professor_id,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_year_index" ON "courses" USING btree (year,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_semester_index" ON "courses" USING btree (semester,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_credits_index" ON "courses" USING btree (credits,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_type_index" ON "courses" USING btree (type,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_assessment_index" ON "courses" USING btree (assessment,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_is_active_index" ON "courses" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "courses_code_index" ON "courses" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "courses_module_index" ON "courses" USING btree (module_key,id);--> statement-breakpoint
CREATE INDEX "courses_name_trigrams" ON "courses" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_search_trigrams" ON "courses" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name_unique" ON "departments" USING btree (lower(name));--> statement-breakpoint
CREATE INDEX "departments_order_index" ON "departments" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "departments_head_of_department_id_index" ON "departments" USING btree (head_of_department_id,name_key,id);--> statement-breakpoint
CREATE INDEX "departments_budget_index" ON "departments" USING btree (budget,name_key,id);--> statement-breakpoint
CREATE INDEX "departments_is_active_index" ON "departments" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "departments_phone_index" ON "departments" USING btree (phone,id);--> statement-breakpoint
CREATE INDEX "departments_name_trigrams" ON "departments" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "departments_search_trigrams" ON "departments" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "professors_email_unique" ON "professors" USING btree (lower(email));--> statement-breakpoint
CREATE UNIQUE INDEX "professors_user_id_unique" ON "professors" USING btree (user_id);--> statement-breakpoint
CREATE INDEX "professors_order_index" ON "professors" USING btree (last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_last_name_index" ON "professors" USING btree (last_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_first_name_index" ON "professors" USING btree (first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_department_profile_id_index" ON "professors" USING btree (department_profile_id,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_academic_title_index" ON "professors" USING btree (academic_title,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_hired_at_index" ON "professors" USING btree (hired_at,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_is_active_index" ON "professors" USING btree (is_active,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "professors_email_index" ON "professors" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "professors_phone_index" ON "professors" USING btree (phone,id);--> statement-breakpoint
CREATE INDEX "professors_last_name_trigrams" ON "professors" USING gin ((translate(last_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "professors_first_name_trigrams" ON "professors" USING gin ((translate(first_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "professors_search_trigrams" ON "professors" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "settings_single" ON "settings" USING btree ((true));--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_code_unique" ON "specializations" USING btree (lower(code));--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_department_profile_id_name_unique" ON "specializations" USING btree (department_profile_id,lower(name));--> statement-breakpoint
CREATE INDEX "specializations_order_index" ON "specializations" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_department_profile_id_index" ON "specializations" USING btree (department_profile_id,name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_cycle_index" ON "specializations" USING btree (cycle,name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_language_index" ON "specializations" USING btree (language,name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_years_of_study_index" ON "specializations" USING btree (years_of_study,name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_is_active_index" ON "specializations" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "specializations_code_index" ON "specializations" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "specializations_total_credits_index" ON "specializations" USING btree (total_credits,id);--> statement-breakpoint
CREATE INDEX "specializations_credits_per_year_index" ON "specializations" USING btree (credits_per_year,id);--> statement-breakpoint
CREATE INDEX "specializations_name_trigrams" ON "specializations" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "specializations_search_trigrams" ON "specializations" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "students_matriculation_number_unique" ON "students" USING btree (lower(matriculation_number));--> statement-breakpoint
CREATE UNIQUE INDEX "students_cnp_unique" ON "students" USING btree (cnp_bidx);--> statement-breakpoint
CREATE UNIQUE INDEX "students_email_unique" ON "students" USING btree (lower(email));--> statement-breakpoint
CREATE UNIQUE INDEX "students_user_id_unique" ON "students" USING btree (user_id);--> statement-breakpoint
CREATE INDEX "students_order_index" ON "students" USING btree (last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_last_name_index" ON "students" USING btree (last_name_key,id);--> statement-breakpoint
CREATE INDEX "students_first_name_index" ON "students" USING btree (first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_specialization_id_index" ON "students" USING btree (specialization_id,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_study_year_index" ON "students" USING btree (study_year,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_group_name_index" ON "students" USING btree (group_name_key,id);--> statement-breakpoint
CREATE INDEX "students_funding_type_index" ON "students" USING btree (funding_type,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_status_index" ON "students" USING btree (status,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_enrolled_at_index" ON "students" USING btree (enrolled_at,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_matriculation_number_index" ON "students" USING btree (matriculation_number_key,id);--> statement-breakpoint
CREATE INDEX "students_email_index" ON "students" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "students_last_name_trigrams" ON "students" USING gin ((translate(last_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_first_name_trigrams" ON "students" USING gin ((translate(first_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_group_name_trigrams" ON "students" USING gin ((translate(group_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_search_trigrams" ON "students" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "university_classes_course_id_academic_year_group_name_unique" ON "university_classes" USING btree (course_id,lower(academic_year),lower(group_name));--> statement-breakpoint
CREATE INDEX "university_classes_order_index" ON "university_classes" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_course_id_index" ON "university_classes" USING btree (course_id,name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_lead_professor_id_index" ON "university_classes" USING btree (lead_professor_id,name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_academic_year_index" ON "university_classes" USING btree (academic_year_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_semester_index" ON "university_classes" USING btree (semester,name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_group_name_index" ON "university_classes" USING btree (group_name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_weekday_index" ON "university_classes" USING btree (weekday,name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_status_index" ON "university_classes" USING btree (status,name_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_starts_at_index" ON "university_classes" USING btree (starts_at_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_room_index" ON "university_classes" USING btree (room_key,id);--> statement-breakpoint
CREATE INDEX "university_classes_name_trigrams" ON "university_classes" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "university_classes_academic_year_trigrams" ON "university_classes" USING gin ((translate(academic_year_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "university_classes_group_name_trigrams" ON "university_classes" USING gin ((translate(group_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "university_classes_search_trigrams" ON "university_classes" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower(username));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "users_order_index" ON "users" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "users_username_index" ON "users" USING btree (username_key,id);--> statement-breakpoint
CREATE INDEX "users_role_index" ON "users" USING btree (role,name_key,id);--> statement-breakpoint
CREATE INDEX "users_is_active_index" ON "users" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "users_last_login_at_index" ON "users" USING btree (last_login_at,id);--> statement-breakpoint
CREATE INDEX "users_name_trigrams" ON "users" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_username_trigrams" ON "users" USING gin ((translate(username_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search_trigrams" ON "users" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "device_user_index" ON "device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_token_user_index" ON "one_time_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limit_updated_index" ON "rate_limit" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "file_record_index" ON "file" USING btree ("resource","record_id","field");--> statement-breakpoint
CREATE INDEX "file_claimed_index" ON "file" USING btree ("claimed_at","created_at");--> statement-breakpoint
CREATE INDEX "change_record_index" ON "change" USING btree ("resource","record_id","version");--> statement-breakpoint
CREATE INDEX "change_at_index" ON "change" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "change_actor_index" ON "change" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "security_event_at_index" ON "security_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_event_user_index" ON "security_event" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "outbox_mail_due_index" ON "outbox_mail" USING btree ("state","run_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_created_index" ON "outbox_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "access_token_session_index" ON "access_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_token_session_index" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_user_index" ON "session" USING btree ("user_id","created_at");