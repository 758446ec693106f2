import { Select } from 'antd'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { letterTemplates, previewRun, submitRun } from '../model/actions.ts'
import { letterRun } from '../model/letter-run.ts'

/** 录取通知书 → 生成申请: letters are made once the samples were approved. */
export default function RunPage() {
  return (
    <EntityTable<typeof letterRun>
      of={letterRun}
      title={t('生成申请#many')}
      verbs={[]}
      toolbar={<Ask />}
      columns={[
        { key: 'title', align: 'left' },
        { key: 'level', width: 110 },
        { key: 'templateName', width: 180, align: 'left' },
        { key: 'edition', width: 100 },
        { key: 'count', width: 80 },
        { key: 'done', width: 90 },
        { key: 'state', width: 110 },
        { key: 'makerId', width: 110 },
        { key: 'year', hidden: true },
      ]}
      filters={['year', 'state']}
      rowActions={row => (
        <DownloadButton of={previewRun} input={{ id: row.id }}>
          {t('查看样张')}
        </DownloadButton>
      )}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('申请把核对好的通知书生成为文件，批准后编号并开始。'),
  who: t('招生办申请；批准的人先看随机抽出的五份样张。'),
  first: t('点“申请生成”，选择录取年份和模板。'),
})
function Ask() {
  const may = useCan(submitRun.permission)
  const templates = useRead(letterTemplates, {}, { enabled: may })
  if (!may) return null
  const options = (templates.data ?? []).flatMap(one => (one ? [{ value: one.code, label: one.name }] : []))
  return (
    <FormButton
      of={submitRun}
      changes={['letterRun', 'admissionLetter']}
      initial={{ year: new Date().getFullYear(), template: options[0]?.value ?? '' }}
      note={t('服务器随机抽 5 份做样张，校领导看过同意后开始编号和生成。')}
      done={t('已提交审批')}
      layout={[
        'year',
        'level',
        {
          field: 'template',
          render: ({ value, onChange, disabled }) => <Select value={value} options={options} onChange={onChange} disabled={disabled} />,
        },
      ]}
    />
  )
}
