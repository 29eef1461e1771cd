CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
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
	"replaced_at" timestamp(3) with time zone,
	"has_active_content" boolean DEFAULT false NOT NULL,
	"error" text,
	"state" text DEFAULT 'ready' NOT NULL,
	"has_raw" boolean DEFAULT false NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "file_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"user_role" text,
	"resource" text NOT NULL,
	"record_id" uuid,
	"record_ids" uuid[],
	"kind" text NOT NULL,
	"file_id" uuid
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
	"after" jsonb,
	"job_id" uuid
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
CREATE TABLE "import_mapping" (
	"actor_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"shape" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_mapping_actor_id_resource_shape_pk" PRIMARY KEY("actor_id","resource","shape")
);
--> statement-breakpoint
CREATE TABLE "import_synonym" (
	"resource" text NOT NULL,
	"field" text NOT NULL,
	"word" text NOT NULL,
	"replacement" text NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_synonym_resource_field_word_pk" PRIMARY KEY("resource","field","word")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"resource" text NOT NULL,
	"state" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"actor_role" text NOT NULL,
	"language" text NOT NULL,
	"input" jsonb NOT NULL,
	"starts_by_itself" boolean DEFAULT false NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"undoes" uuid,
	"error" text,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_item" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record_id" uuid,
	"base_version" integer,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"input" text,
	"changes" jsonb,
	"issues" jsonb,
	"made_version" integer,
	CONSTRAINT "job_item_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "presence_resource_record_id_user_id_pk" PRIMARY KEY("resource","record_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "selection" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "selection_row" (
	"selection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "selection_row_selection_id_position_pk" PRIMARY KEY("selection_id","position")
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"address" text,
	"record_id" uuid,
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
CREATE TABLE "repeated_call" (
	"scope" text NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "repeated_call_scope_key_hash_pk" PRIMARY KEY("scope","key_hash")
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
	"lost_responses" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "books" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"author" text NOT NULL,
	"author_key" text COLLATE "C" NOT NULL,
	"isbn" text NOT NULL,
	"isbn_key" text COLLATE "C" NOT NULL,
	"year" integer,
	"cover" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "books_title_check" CHECK (char_length(title) between 1 and 200),
	CONSTRAINT "books_author_check" CHECK (char_length(author) between 1 and 120),
	CONSTRAINT "books_isbn_check" CHECK (char_length(isbn) between 1 and 13),
	CONSTRAINT "books_isbn_shape" CHECK (isbn ~ '^(?:[0-9]{13})$'),
	CONSTRAINT "books_year_check" CHECK (year between 1450 and 2100)
);
--> statement-breakpoint
CREATE TABLE "readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"card" text NOT NULL,
	"card_key" text COLLATE "C" NOT NULL,
	"email" text,
	"email_key" text COLLATE "C",
	"user_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "readers_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "readers_card_check" CHECK (char_length(card) between 1 and 20),
	CONSTRAINT "readers_email_check" CHECK (char_length(email) between 1 and 254)
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"book_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"status" text DEFAULT 'lent' NOT NULL,
	"returned_on" date,
	CONSTRAINT "loans_due_on_check" CHECK (due_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "loans_status_check" CHECK (status in ('lent', 'returned', 'lost')),
	CONSTRAINT "loans_returned_on_check" CHECK (returned_on between '1900-01-01' and '2999-12-31')
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
	"mail_copies" text[],
	"muted_notifications" text[],
	"language" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp(3) with time zone,
	"invited_at" timestamp(3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "users_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "users_username_check" CHECK (char_length(username) between 1 and 60),
	CONSTRAINT "users_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "users_role_check" CHECK (role in ('librarian', 'reader')),
	CONSTRAINT "users_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "users_description_check" CHECK (char_length(description) between 1 and 500),
	CONSTRAINT "users_language_check" CHECK (char_length(language) between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"list" text NOT NULL,
	"list_key" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"address" text,
	"columns" text,
	"is_shared" boolean DEFAULT false NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "saved_views_list_check" CHECK (char_length(list) between 1 and 40),
	CONSTRAINT "saved_views_name_check" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "saved_views_address_check" CHECK (char_length(address) between 1 and 1500),
	CONSTRAINT "saved_views_columns_check" CHECK (char_length(columns) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"subject_key" text COLLATE "C",
	"link" text,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_type_check" CHECK (char_length(type) between 1 and 40),
	CONSTRAINT "notifications_subject_check" CHECK (char_length(subject) between 1 and 120),
	CONSTRAINT "notifications_link_check" CHECK (char_length(link) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"notification_enabled" boolean DEFAULT true NOT NULL,
	"university_name" text DEFAULT 'City Library' NOT NULL,
	"logo" uuid,
	"color_on_light" text,
	"color_on_dark" text,
	"language" text DEFAULT 'en' NOT NULL,
	"list_page_size" integer DEFAULT 5 NOT NULL,
	CONSTRAINT "settings_university_name_check" CHECK (char_length(university_name) between 1 and 120),
	CONSTRAINT "settings_color_on_light_check" CHECK (char_length(color_on_light) between 1 and 7),
	CONSTRAINT "settings_color_on_dark_check" CHECK (char_length(color_on_dark) between 1 and 7),
	CONSTRAINT "settings_language_check" CHECK (char_length(language) between 1 and 40),
	CONSTRAINT "settings_list_page_size_check" CHECK (list_page_size between 5 and 100)
);
--> statement-breakpoint
ALTER TABLE "job_item" ADD CONSTRAINT "job_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selection_row" ADD CONSTRAINT "selection_row_selection_id_selection_id_fk" FOREIGN KEY ("selection_id") REFERENCES "public"."selection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_cover_file_id_fk" FOREIGN KEY ("cover") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readers" ADD CONSTRAINT "readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_reader_id_readers_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."readers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_image_path_file_id_fk" FOREIGN KEY ("image_path") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_logo_file_id_fk" FOREIGN KEY ("logo") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_user_index" ON "device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_seen_index" ON "device" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "one_time_token_user_index" ON "one_time_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_token_expires_index" ON "one_time_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limit_updated_index" ON "rate_limit" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "file_record_index" ON "file" USING btree ("resource","record_id","field");--> statement-breakpoint
CREATE INDEX "file_claimed_index" ON "file" USING btree ("claimed_at","created_at");--> statement-breakpoint
CREATE INDEX "file_raw_index" ON "file" USING btree ("created_at") WHERE "file"."has_raw";--> statement-breakpoint
CREATE INDEX "file_error_index" ON "file" USING btree ("error") WHERE "file"."error" is not null;--> statement-breakpoint
CREATE INDEX "access_log_records_index" ON "access_log" USING gin ("record_ids");--> statement-breakpoint
CREATE INDEX "access_log_record_index" ON "access_log" USING btree ("resource","record_id","at");--> statement-breakpoint
CREATE INDEX "access_log_user_index" ON "access_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "access_log_at_index" ON "access_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "change_job_index" ON "change" USING btree ("job_id") WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX "change_record_index" ON "change" USING btree ("resource","record_id","version");--> statement-breakpoint
CREATE INDEX "change_at_index" ON "change" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "change_actor_index" ON "change" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "security_event_at_index" ON "security_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_event_user_index" ON "security_event" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "import_mapping_used_index" ON "import_mapping" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "import_synonym_used_index" ON "import_synonym" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "job_actor_index" ON "job" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "job_created_index" ON "job" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_finished_index" ON "job" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "job_due_index" ON "job" USING btree ("created_at") WHERE finished_at is null and state in ('checking', 'running', 'cancelled', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "job_undoes_unique" ON "job" USING btree ("undoes") WHERE state not in ('cancelled', 'failed');--> statement-breakpoint
CREATE INDEX "job_item_outcome_index" ON "job_item" USING btree ("job_id","outcome","position");--> statement-breakpoint
CREATE INDEX "presence_seen_index" ON "presence" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "selection_expires_index" ON "selection" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_record_index" ON "outbox_mail" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "outbox_mail_due_index" ON "outbox_mail" USING btree ("state","run_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_created_index" ON "outbox_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "access_token_session_index" ON "access_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_token_expires_index" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_token_session_index" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "repeated_call_fingerprint_index" ON "repeated_call" USING btree ("scope","fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "repeated_call_created_index" ON "repeated_call" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_user_index" ON "session" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "session_expires_index" ON "session" USING btree ("absolute_expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "books_isbn_unique" ON "books" USING btree (isbn_key);--> statement-breakpoint
CREATE INDEX "books_order_index" ON "books" USING btree (title_key,id);--> statement-breakpoint
CREATE INDEX "books_author_index" ON "books" USING btree (author_key,id);--> statement-breakpoint
CREATE INDEX "books_year_index" ON "books" USING btree (year,title_key,id);--> statement-breakpoint
CREATE INDEX "books_is_active_index" ON "books" USING btree (is_active,title_key,id);--> statement-breakpoint
CREATE INDEX "books_isbn_index" ON "books" USING btree (isbn_key,id);--> statement-breakpoint
CREATE INDEX "books_created_at_index" ON "books" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "books_updated_at_index" ON "books" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "books_cover_index" ON "books" USING btree (cover);--> statement-breakpoint
CREATE INDEX "books_title_trigrams" ON "books" USING gin ((translate(title_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_author_trigrams" ON "books" USING gin ((translate(author_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_trigrams" ON "books" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "readers_card_unique" ON "readers" USING btree (card_key);--> statement-breakpoint
CREATE UNIQUE INDEX "readers_user_id_unique" ON "readers" USING btree (user_id);--> statement-breakpoint
CREATE INDEX "readers_order_index" ON "readers" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "readers_is_active_index" ON "readers" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "readers_card_index" ON "readers" USING btree (card_key,id);--> statement-breakpoint
CREATE INDEX "readers_email_index" ON "readers" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "readers_created_at_index" ON "readers" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "readers_updated_at_index" ON "readers" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "readers_name_trigrams" ON "readers" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "readers_search_trigrams" ON "readers" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "loans_order_index" ON "loans" USING btree (due_on,id);--> statement-breakpoint
CREATE INDEX "loans_book_id_index" ON "loans" USING btree (book_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_reader_id_index" ON "loans" USING btree (reader_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_status_index" ON "loans" USING btree (status,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_created_at_index" ON "loans" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "loans_updated_at_index" ON "loans" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "loans_open_unique" ON "loans" USING btree (book_id) WHERE status = 'lent';--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (username_key);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "users_order_index" ON "users" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "users_username_index" ON "users" USING btree (username_key,id);--> statement-breakpoint
CREATE INDEX "users_role_index" ON "users" USING btree (role,name_key,id);--> statement-breakpoint
CREATE INDEX "users_is_active_index" ON "users" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "users_last_login_at_index" ON "users" USING btree (last_login_at,id);--> statement-breakpoint
CREATE INDEX "users_created_at_index" ON "users" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "users_updated_at_index" ON "users" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "users_image_path_index" ON "users" USING btree (image_path);--> statement-breakpoint
CREATE INDEX "users_name_trigrams" ON "users" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_username_trigrams" ON "users" USING gin ((translate(username_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search_trigrams" ON "users" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "saved_views_order_index" ON "saved_views" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_list_index" ON "saved_views" USING btree (list_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_owner_id_index" ON "saved_views" USING btree (owner_id,name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_is_active_index" ON "saved_views" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_is_shared_index" ON "saved_views" USING btree (is_shared,id);--> statement-breakpoint
CREATE INDEX "saved_views_created_at_index" ON "saved_views" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "saved_views_updated_at_index" ON "saved_views" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "saved_views_list_trigrams" ON "saved_views" USING gin ((translate(list_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notifications_order_index" ON "notifications" USING btree (sent_at,id);--> statement-breakpoint
CREATE INDEX "notifications_type_index" ON "notifications" USING btree (type,sent_at,id);--> statement-breakpoint
CREATE INDEX "notifications_subject_index" ON "notifications" USING btree (subject_key,id);--> statement-breakpoint
CREATE INDEX "notifications_read_at_index" ON "notifications" USING btree (read_at,id);--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "notifications_updated_at_index" ON "notifications" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "notifications_user_id_index" ON "notifications" USING btree (user_id);--> statement-breakpoint
CREATE UNIQUE INDEX "settings_single" ON "settings" USING btree ((true));