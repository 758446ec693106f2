import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { readersOfMe } from '../../model/actions.ts'

export const title = '谁看过我的敏感信息'
export const order = 90

/** Readings and exports of the user's own sensitive data, as far as the school names the readers. */
export default function ReadersPanel() {
  const read = useRead(readersOfMe, {})
  return (
    <Loaded of={read} lines={3} empty={data => data.length === 0 && t('没有人查看或导出过')}>
      {data => (
        <PlainTable
          label={t('谁看过我的敏感信息')}
          rows={data.map((reading, key) => ({ ...reading, key }))}
          keyOf={r => r.key}
          isCardsOnPhone
          isLong
          columns={[
            [t('时间'), r => formatDatetime(r.at)],
            [t('谁'), r => r.who ?? MISSING],
            [t('操作内容'), r => r.actionName],
            [t('理由'), r => r.reason ?? MISSING],
          ]}
        />
      )}
    </Loaded>
  )
}
