-- Pages and buttons are looked up by their permission: by the defaults of roles when a school is opened, and by who holds a permission.
create index menu_permission on menu (tenant_id, permission_key);
