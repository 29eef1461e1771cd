ALTER TABLE "specimens" ADD COLUMN "rating" integer;--> statement-breakpoint
CREATE INDEX "specimens_rating_index" ON "specimens" USING btree (rating,id);--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_rating_check" CHECK (rating between 1 and 5);