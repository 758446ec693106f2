import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { copyTemplate, enableTemplate, printTemplate, saveTemplate } from '../model/template.ts'

const Designer = lazily(() => import('./Designer.tsx'))

/** 系统管理 › 打印模板: the school's print templates, with the designer. */
export default function PrintTemplatePage() {
  const [params, , put] = useOwnParams()
  const mayDesign = useCan(saveTemplate.permission)
  const id = params.get('id')
  if (id && mayDesign)
    return (
      <Suspense fallback={<Bars lines={8} />}>
        <Designer key={id} id={id} onClose={() => put({ id: undefined })} />
      </Suspense>
    )
  return (
    <EntityTable<typeof printTemplate>
      of={printTemplate}
      columns={[
        {
          key: 'name',
          width: 220,
          align: 'left',
          render: row =>
            mayDesign ? (
              <button type="button" className="ql-link" onClick={() => put({ id: row.id })}>
                {tAny(row.name)}
              </button>
            ) : (
              tAny(row.name)
            ),
        },
        { key: 'entityName', width: 140 },
        'paper',
        { key: 'edition', render: row => t('第 {{n}} 版', { n: row.edition }) },
        { key: 'isOwn', title: t('版式'), width: 128, render: row => (row.isOwn ? t('程序自带') : t('本校设计')) },
        { key: 'issued', render: row => formatNumber(row.issued ?? 0) },
        { key: 'isEnabled', title: t('状态'), render: row => <State tone={row.isEnabled ? 'done' : 'over'}>{row.isEnabled ? t('启用') : t('停用')}</State> },
        { key: 'updatedAt' },
        { key: 'code', hidden: true },
      ]}
      filters={['paper', 'isEnabled']}
      detail={false}
      rowActions={row => [
        mayDesign && { label: t('设计'), onClick: () => put({ id: row.id }) },
        <FormButton
          key="copy"
          of={copyTemplate}
          title={t('复制打印模板')}
          note={t('副本有自己的版式和编号，打印时可以在两者中选择。')}
          input={{ id: row.id }}
          initial={{ name: t('{{name}}（副本）', { name: tAny(row.name) }) }}
          onDone={made => put({ id: made.id })}
        >
          {t('复制')}
        </FormButton>,
        row.isEnabled ? (
          <ActionButton
            key="off"
            of={enableTemplate}
            input={{ id: row.id, isEnabled: false }}
            danger
            confirm={t('停用后不能再用“{{name}}”打印，已打印的文件不受影响。', { name: tAny(row.name) })}
          >
            {t('停用#verb')}
          </ActionButton>
        ) : (
          <ActionButton key="on" of={enableTemplate} input={{ id: row.id, isEnabled: true }}>
            {t('启用')}
          </ActionButton>
        ),
      ]}
    />
  )
}
