-- Every sign-in and every first request of a person asks for the roles of one user; the unique indexes are partial and cannot serve that.
create index role_user_user on role_user (tenant_id, user_id);
