import { Link } from 'react-router'
import { permissionKey } from '#model'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { delegation } from '../../../cases/model/instance.ts'
import { myDelegations } from '../../model/oversight.ts'

export const title = '离岗委托'
export const order = 55

/** Who acts for the user, for whom the user acts, and when; made on a page of its own. */
export default function DelegationPanel() {
  const read = useRead(myDelegations, {})
  const may = useCan(permissionKey(delegation, 'add'))
  return (
    <Loaded of={read} lines={3}>
      {data => (
        <Stack gap={3}>
          <PlainTable
            label={t('离岗委托')}
            empty={t('现在没有委托，别人也没有委托你')}
            rows={data}
            keyOf={one => one.id}
            isCardsOnPhone
            columns={[
              [t('方向'), one => (one.isMine ? t('我委托 {{name}}', { name: one.name }) : t('{{name}} 委托我', { name: one.name })), { isHead: true }],
              [t('期间'), one => t('{{from}} 至 {{to}}', { from: formatDate(one.from), to: formatDate(one.to) })],
            ]}
          />
          {may ? <Link to="/workflow/delegations">{t('设置离岗委托')}</Link> : null}
        </Stack>
      )}
    </Loaded>
  )
}
