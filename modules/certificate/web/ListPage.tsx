import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { certListRow } from '../model/cert-list-row.ts'

const VIEWS = {
  open: { label: '没有对上', where: { 'outcome.in': 'name,level,pending,unknown' } },
  done: { label: '已核验', where: { 'outcome.in': 'verified,already' } },
  all: { label: '全部' },
} as const
/** 技能证书 → 名单核验: lists of issuers, and why lines of them verify nothing. */
export default function ListPage() {
  return (
    <EntityTable<typeof certListRow>
      of={certListRow}
      title={t('名单核验')}
      views={useView(VIEWS)}
      columns={[
        { key: 'catalogId', width: 220, align: 'left' },
        { key: 'certNo', width: 190, align: 'left' },
        { key: 'name', width: 120, align: 'left' },
        { key: 'level', width: 110 },
        { key: 'outcome', width: 130 },
        { key: 'createdAt', title: t('导入时间'), width: 160 },
      ]}
      facts={['certNo', 'outcome']}
      filters={['catalogId', 'outcome']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('导入发证机构给的名单：编号和姓名都对得上的证书自动核验通过，对不上的写明原因。'),
  who: t('学工处导入。'),
  first: t('下载模板，填证书、编号、姓名（有等级的填等级）再导入。学生补登记以后，把同一份名单再导入一次就行。'),
})
