CREATE TABLE "class_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class_id" uuid NOT NULL,
	"kind" text,
	"weekday" text,
	"starts_at" text,
	"ends_at" text,
	"weeks" text DEFAULT 'every' NOT NULL,
	"room" text,
	"room_key" text COLLATE "C",
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "class_hours_kind_check" CHECK (kind in ('lecture', 'seminar', 'laboratory')),
	CONSTRAINT "class_hours_weekday_check" CHECK (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')),
	CONSTRAINT "class_hours_starts_at_check" CHECK (char_length(starts_at) between 1 and 5),
	CONSTRAINT "class_hours_ends_at_check" CHECK (char_length(ends_at) between 1 and 5),
	CONSTRAINT "class_hours_weeks_check" CHECK (weeks in ('every', 'odd', 'even')),
	CONSTRAINT "class_hours_room_check" CHECK (char_length(room) between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "university_classes" DROP CONSTRAINT "university_classes_weekday_check";--> statement-breakpoint
ALTER TABLE "university_classes" DROP CONSTRAINT "university_classes_starts_at_check";--> statement-breakpoint
ALTER TABLE "university_classes" DROP CONSTRAINT "university_classes_ends_at_check";--> statement-breakpoint
ALTER TABLE "university_classes" DROP CONSTRAINT "university_classes_room_check";--> statement-breakpoint
DROP INDEX "university_classes_weekday_index";--> statement-breakpoint
DROP INDEX "university_classes_starts_at_index";--> statement-breakpoint
DROP INDEX "university_classes_room_index";--> statement-breakpoint
ALTER TABLE "class_hours" ADD CONSTRAINT "class_hours_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "class_hours_class_id_weekday_starts_at_weeks_unique" ON "class_hours" USING btree (class_id,weekday,lower(starts_at),weeks);--> statement-breakpoint
CREATE INDEX "class_hours_order_index" ON "class_hours" USING btree (class_id,id);--> statement-breakpoint
CREATE INDEX "class_hours_weekday_index" ON "class_hours" USING btree (weekday,class_id,id);--> statement-breakpoint
CREATE INDEX "class_hours_room_index" ON "class_hours" USING btree (room_key,id);--> statement-breakpoint
CREATE INDEX "class_hours_weeks_index" ON "class_hours" USING btree (weeks,class_id,id);--> statement-breakpoint
CREATE INDEX "class_hours_kind_index" ON "class_hours" USING btree (kind,class_id,id);--> statement-breakpoint
CREATE INDEX "class_hours_is_active_index" ON "class_hours" USING btree (is_active,class_id,id);--> statement-breakpoint
CREATE INDEX "class_hours_created_at_index" ON "class_hours" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "class_hours_updated_at_index" ON "class_hours" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "class_hours_room_trigrams" ON "class_hours" USING gin ((translate(room_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "class_hours_search_trigrams" ON "class_hours" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
INSERT INTO "class_hours" (id, version, created_at, updated_at, class_id, weekday, starts_at, ends_at, room, room_key, search_text)
SELECT gen_random_uuid(), k.version, k.created_at, k.updated_at, k.id, k.weekday, k.starts_at, k.ends_at, k.room, k.room_key, coalesce(translate(k.room_key, '{|', ''), '')
FROM "university_classes" k WHERE coalesce(k.weekday, k.starts_at, k.ends_at, k.room) IS NOT NULL
  OR EXISTS (SELECT FROM "change" c WHERE c.resource = 'university-classes' AND c.record_id = k.id AND coalesce(c.before, '{}') ?| array['weekday', 'startsAt', 'endsAt', 'room']);--> statement-breakpoint
INSERT INTO "change" (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, before, after, reason)
SELECT gen_random_uuid(), 'class-hours', h.id, c.version, c.action, c.actor_id, c.actor_name, c.actor_role, c.at, b.facts, a.facts, c.reason
FROM "change" c JOIN "class_hours" h ON h.class_id = c.record_id
CROSS JOIN LATERAL (SELECT jsonb_object_agg(key, value) AS facts FROM jsonb_each(coalesce(c.before, '{}')) WHERE key IN ('weekday', 'startsAt', 'endsAt', 'room')) b
CROSS JOIN LATERAL (SELECT jsonb_object_agg(key, value) AS facts FROM jsonb_each(coalesce(c.after, '{}')) WHERE key IN ('weekday', 'startsAt', 'endsAt', 'room')) a
WHERE c.resource = 'university-classes' AND coalesce(b.facts, a.facts) IS NOT NULL;--> statement-breakpoint
UPDATE "university_classes" SET search_text = left(search_text, -1 - char_length(translate(room_key, '{|', '')))
WHERE right(search_text, 1 + char_length(translate(room_key, '{|', ''))) = E'\n' || translate(room_key, '{|', '');--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "weekday";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "starts_at";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "starts_at_key";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "ends_at";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "room";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "room_key";