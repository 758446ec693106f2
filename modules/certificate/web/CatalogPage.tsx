import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { certCatalog, levelNames } from '../model/cert-catalog.ts'
import { exampleOf } from '../model/cert-no.ts'
import { LevelsInput } from './LevelsInput.tsx'

const VIEWS = { on: { label: '在用', where: { isEnabled: true } }, off: { label: '停用', where: { isEnabled: false } } } as const
/** 技能证书 → 证书目录: certificates with their levels and the format of their numbers. */
export default function CatalogPage() {
  return (
    <EntityTable<typeof certCatalog>
      of={certCatalog}
      title={t('证书目录')}
      views={useView(VIEWS)}
      columns={[
        { key: 'code', width: 100 },
        { key: 'name', width: 220, align: 'left' },
        { key: 'kind', width: 120 },
        { key: 'issuer', width: 200, align: 'left' },
        { key: 'levels', width: 200, align: 'left', render: row => levelNames(row).join(t('、')) },
        { key: 'noPattern', title: t('编号样子'), width: 160, align: 'left', render: row => (row.noPattern ? exampleOf(row.noPattern) : '') },
        { key: 'validMonths', width: 110 },
        { key: 'holderCount', width: 100 },
        { key: 'queryUrl', width: 200, hidden: true },
      ]}
      facts={['kind', 'issuer', 'holderCount']}
      filters={['kind', 'isEnabled']}
      form={{
        layout: [
          { title: '证书', fields: ['code', 'name', 'kind', 'issuer', 'isEnabled'] },
          { title: '等级', note: t('从低到高排列，不分等级的不填'), fields: [{ field: 'levels', render: props => <LevelsInput {...props} /> }] },
          { title: '编号和查询', fields: ['noPattern', 'queryUrl', 'validMonths'] },
        ],
      }}
      detail={{ except: ['levels'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校认可的证书：分几个等级、编号长什么样、在哪里查询、多久失效。'),
  who: t('学工处设置，学院和辅导员查看；学生从中选择。'),
  first: t('先写清等级，从低到高排列：同一证书只算最高的一级。'),
})
