ALTER TABLE "admission_result" ADD COLUMN "seats" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "averages" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "first_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "second_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "positions" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "waits" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_seat" ADD COLUMN "number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "admission_seat" y SET "number" = n.number FROM (
  SELECT draft_id, specialization_id, kind, row_number() OVER (PARTITION BY draft_id ORDER BY specialization_id, kind) AS number FROM "admission_seat"
) n WHERE (n.draft_id, n.specialization_id, n.kind) = (y.draft_id, y.specialization_id, y.kind);--> statement-breakpoint
UPDATE "admission_result" x SET ("seats", "averages", "first_ties", "second_ties", "positions", "waits") = (
  SELECT coalesce(array_agg(y.number ORDER BY c.at), '{}'),
    coalesce(array_agg((c.value ->> 'average')::int ORDER BY c.at), '{}'),
    coalesce(array_agg((c.value -> 'ties' ->> 0)::int ORDER BY c.at), '{}'),
    coalesce(array_agg((c.value -> 'ties' ->> 1)::int ORDER BY c.at), '{}'),
    coalesce(array_agg((c.value ->> 'position')::int ORDER BY c.at), '{}'),
    coalesce(array_agg(coalesce((c.value ->> 'waiting')::int, 0) ORDER BY c.at), '{}')
  FROM jsonb_array_elements(x.choices) WITH ORDINALITY c (value, at)
  JOIN "admission_seat" y ON y.draft_id = x.draft_id AND y.specialization_id::text = c.value ->> 'specializationId' AND y.kind = c.value ->> 'kind'
);--> statement-breakpoint
ALTER TABLE "admission_result" DROP COLUMN "choices";
