import { relationCode } from '#model/national.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { myContacts } from '../model/actions.ts'
import { CONTACT_KINDS, contactReason } from '../model/home-contact.ts'

/** 我的 → 学校与家长的联系: that the school spoke with the family, and why. */
export default function MyContactPage() {
  return (
    <StudentsOnly title={t('学校与家长的联系')} otherwise={t('当前账号不是学生，没有自己的记录')}>
      <Contacts />
    </StudentsOnly>
  )
}
function Contacts() {
  const read = useRead(myContacts, {})
  const [reasons, relations] = [useDict(contactReason), useDict(relationCode)]
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  return (
    <Page title={t('学校与家长的联系')} width="form">
      {data.contacts.length ? (
        <Sheet>
          <PlainTable
            label={t('学校与家长的联系')}
            rows={data.contacts}
            keyOf={row => row?.id ?? ''}
            empty=""
            columns={[
              [t('时间'), row => formatDatetime(row?.at ?? ''), { isHead: true }],
              [t('方式'), row => (row ? t(CONTACT_KINDS[row.kind]) : '')],
              [t('事由'), row => dictLabel(reasons, row?.contactReason ?? '')],
              [t('家长'), row => dictLabel(relations, row?.relation ?? '')],
            ]}
          />
        </Sheet>
      ) : (
        <Empty title={data.isAdult ? t('学校还没有联系过你的家长') : t('年满 18 周岁后，这里会列出学校与家长的联系')} />
      )}
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校什么时候、因为什么事联系过你的家长。'),
  who: t('年满 18 周岁的学生本人。'),
  first: t('只列出时间、方式和事由；想了解内容，请找辅导员。'),
})
