ALTER TABLE "registrations" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "form_version_id" uuid;--> statement-breakpoint
CREATE TABLE "application_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"admission_session_id" uuid NOT NULL,
	"degree" text NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "application_forms_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "application_forms_degree_check" CHECK (degree in ('bachelor', 'master'))
);
--> statement-breakpoint
CREATE TABLE "application_form_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"content" jsonb,
	"published_at" timestamp(3) with time zone,
	"published_by_id" uuid,
	CONSTRAINT "application_form_versions_number_check" CHECK (number between 1 and 50),
	CONSTRAINT "application_form_versions_state_check" CHECK (state in ('draft', 'published', 'retired'))
);
--> statement-breakpoint
ALTER TABLE "application_forms" ADD CONSTRAINT "application_forms_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_form_versions" ADD CONSTRAINT "application_form_versions_form_id_application_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."application_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_form_versions" ADD CONSTRAINT "application_form_versions_published_by_id_users_id_fk" FOREIGN KEY ("published_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "application_forms_admission_session_id_degree_unique" ON "application_forms" USING btree (admission_session_id,degree);--> statement-breakpoint
CREATE INDEX "application_forms_order_index" ON "application_forms" USING btree (admission_session_id,degree,id);--> statement-breakpoint
CREATE INDEX "application_forms_degree_index" ON "application_forms" USING btree (degree,admission_session_id,id);--> statement-breakpoint
CREATE INDEX "application_forms_name_index" ON "application_forms" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "application_forms_created_at_index" ON "application_forms" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "application_forms_updated_at_index" ON "application_forms" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "application_forms_search_trigrams" ON "application_forms" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "application_form_versions_form_id_number_unique" ON "application_form_versions" USING btree (form_id,number);--> statement-breakpoint
CREATE INDEX "application_form_versions_order_index" ON "application_form_versions" USING btree (form_id,number,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_state_index" ON "application_form_versions" USING btree (state,form_id,number,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_number_index" ON "application_form_versions" USING btree (number,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_published_at_index" ON "application_form_versions" USING btree (published_at,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_published_by_id_index" ON "application_form_versions" USING btree (published_by_id,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_created_at_index" ON "application_form_versions" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "application_form_versions_updated_at_index" ON "application_form_versions" USING btree (updated_at,id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_form_version_id_application_form_versions_id_fk" FOREIGN KEY ("form_version_id") REFERENCES "public"."application_form_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_form_version_id_index" ON "registrations" USING btree (form_version_id);