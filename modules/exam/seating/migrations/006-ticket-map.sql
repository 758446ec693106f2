-- The plan of the site, which is printed on the ticket.
alter table exam_seating add column ticket_map jsonb;
