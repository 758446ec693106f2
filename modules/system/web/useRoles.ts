import { useQuery } from '@tanstack/react-query'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { entityKey } from '#web/values/address.ts'
import { role } from '../model/role.ts'

export type RoleRow = Shown<typeof role>
/** All roles of the school, in order. */
export const useRoles = () =>
  useQuery({
    queryKey: [...entityKey(role), 'all', language()],
    queryFn: async ({ signal }) => (await get<PageOf<RoleRow>>(address(role, 'list'), { size: 200 }, { signal, quiet: true })).result,
    meta: { inPlace: true },
  })
