CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reference_code" text NOT NULL,
	"reference_code_key" text COLLATE "C" NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"identity_type" text NOT NULL,
	"cnp" text,
	"cnp_bidx" text,
	"foreign_id_number" text,
	"birth_date" date NOT NULL,
	"sex" text NOT NULL,
	"citizenship" text NOT NULL,
	"country" text NOT NULL,
	"county" text,
	"city" text NOT NULL,
	"city_key" text COLLATE "C" NOT NULL,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"phone" text NOT NULL,
	"personal_email" text NOT NULL,
	"language" text NOT NULL,
	"department_profile_id" uuid NOT NULL,
	"specialization_id" uuid NOT NULL,
	"status" text NOT NULL,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "registrations_reference_code_check" CHECK (char_length(reference_code) between 1 and 10),
	CONSTRAINT "registrations_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "registrations_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "registrations_identity_type_check" CHECK (identity_type in ('cnp', 'passport', 'eu_id')),
	CONSTRAINT "registrations_foreign_id_number_check" CHECK (char_length(foreign_id_number) between 1 and 20),
	CONSTRAINT "registrations_birth_date_check" CHECK (birth_date between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "registrations_sex_check" CHECK (sex in ('F', 'M')),
	CONSTRAINT "registrations_citizenship_check" CHECK (char_length(citizenship) between 1 and 2),
	CONSTRAINT "registrations_country_check" CHECK (char_length(country) between 1 and 2),
	CONSTRAINT "registrations_county_check" CHECK (char_length(county) between 1 and 2),
	CONSTRAINT "registrations_city_check" CHECK (char_length(city) between 1 and 80),
	CONSTRAINT "registrations_address_check" CHECK (char_length(address) between 1 and 200),
	CONSTRAINT "registrations_postal_code_check" CHECK (char_length(postal_code) between 1 and 12),
	CONSTRAINT "registrations_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "registrations_personal_email_check" CHECK (char_length(personal_email) between 1 and 254),
	CONSTRAINT "registrations_language_check" CHECK (language in ('en', 'ro', 'fr', 'de')),
	CONSTRAINT "registrations_status_check" CHECK (status in ('submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_reference_code_unique" ON "registrations" USING btree (reference_code_key);--> statement-breakpoint
CREATE INDEX "registrations_order_index" ON "registrations" USING btree (submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_status_index" ON "registrations" USING btree (status,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_department_profile_id_index" ON "registrations" USING btree (department_profile_id,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_specialization_id_index" ON "registrations" USING btree (specialization_id,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_city_index" ON "registrations" USING btree (city_key,id);--> statement-breakpoint
CREATE INDEX "registrations_cnp_index" ON "registrations" USING btree (cnp_bidx);--> statement-breakpoint
CREATE INDEX "registrations_last_name_index" ON "registrations" USING btree (last_name_key,id);--> statement-breakpoint
CREATE INDEX "registrations_first_name_index" ON "registrations" USING btree (first_name_key,id);--> statement-breakpoint
CREATE INDEX "registrations_reference_code_index" ON "registrations" USING btree (reference_code_key,id);--> statement-breakpoint
CREATE INDEX "registrations_created_at_index" ON "registrations" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "registrations_updated_at_index" ON "registrations" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "registrations_city_trigrams" ON "registrations" USING gin ((translate(city_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registrations_search_trigrams" ON "registrations" USING gin ((search_text) gin_trgm_ops);