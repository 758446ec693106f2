import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { entityKey } from '#web/values/address.ts'
import { presortPlan } from '../model/plan.ts'
import type { PresortRules } from '../model/rules.ts'

/** Saves a plan's rules with optimistic locking. */
export function useSaveRules({ id, version }: { id: string; version: number }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rules: PresortRules) => post(address(presortPlan, 'update'), { id, version, rules }, { quiet: true }),
    onSuccess: () => {
      notify.success(t('规则已保存，再模拟一次就按新规则'))
      void client.invalidateQueries({ queryKey: entityKey(presortPlan.name) })
    },
    meta: { inPlace: true },
  })
}
