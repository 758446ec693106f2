import { choice, entity, ref, text } from '#model'
import { REALMS } from './user.ts'

/** A number an account had before it was given another: it signs in with either. Read by the kernel's sign-in, written with the account. */
export const accountAlias = entity(
  'system.accountAlias',
  '曾用账号',
  {
    userId: ref('user', '用户', { required: true, immutable: true }),
    realm: choice('登录域', REALMS, { required: true, immutable: true }),
    alias: text('账号', { required: true, immutable: true, max: 64 }),
  },
  { title: 'alias', scope: { user: 'userId' }, unique: [['realm', 'alias']], verbs: [] },
)
