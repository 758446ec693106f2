-- What a restricted session must do first, in this order: password, privacy. An empty list is a full session.
alter table user_session add column needs text[] not null default '{}', add column way text not null default 'account';
update user_session set needs = '{password}' where state = 'restricted';
alter table user_session add check ((state = 'restricted') <= (needs <> '{}'));
alter table auth_client alter column grant_types set default '{password,refresh_token,cas,social}';
update auth_client set grant_types = '{password,refresh_token,cas,social}' where client_id = 'qinglan-web';
