ALTER TABLE "students" ADD COLUMN "card_number" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "may_borrow" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "card_number_key" text COLLATE "C";--> statement-breakpoint
UPDATE "students" SET "card_number_key" = lower("card_number");--> statement-breakpoint
DELETE FROM "meta" WHERE "key" = 'folded:students';--> statement-breakpoint
CREATE UNIQUE INDEX "students_card_number_unique" ON "students" USING btree (card_number_key);--> statement-breakpoint
CREATE INDEX "students_card_number_index" ON "students" USING btree (card_number_key,id);--> statement-breakpoint
CREATE INDEX "students_may_borrow_index" ON "students" USING btree (may_borrow,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_card_number_trigrams" ON "students" USING gin ((translate(card_number_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_card_number_check" CHECK (char_length(card_number) between 1 and 20);