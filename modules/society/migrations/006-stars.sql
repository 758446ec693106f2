-- Stars that a review gives, before they are written to the society.
alter table society_review add star int check (star between 0 and 5);
create index society_review_star on society_review (tenant_id, star, id);
