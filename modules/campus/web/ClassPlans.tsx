import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { copyClasses, generateClasses, previewBatch, previewCopy } from '../model/organisation-actions.ts'
import { PreviewPanel } from './public/PreviewPanel.tsx'

interface Planned {
  name: string
  classNo: string
  exists: boolean
}
/** Classes to be created; existing ones are listed and skipped. */
function Plan({ classes, fresh, skipped }: { classes: readonly Planned[] | null; fresh: number; skipped: number }) {
  return (
    <>
      <p role="status">{skipped ? t('将新建 {{fresh}} 个班，{{skipped}} 个已存在，跳过', { fresh, skipped }) : t('将新建 {{fresh}} 个班', { fresh })}</p>
      <PlainTable
        label={t('班级')}
        rows={classes ?? []}
        keyOf={c => c.classNo + c.name}
        columns={[
          [t('班级名称'), c => c.name],
          [t('班号'), c => c.classNo],
          [t('结果'), c => <State tone={c.exists ? 'over' : 'waiting'}>{c.exists ? t('已存在') : t('新建')}</State>],
        ]}
      />
    </>
  )
}
const BATCH = [{ fields: ['gradeMajorIds', 'count', 'pattern'] }, { title: '每个班', fields: ['capacity', 'startDate'] }]
const makes = (found: { fresh: number }): string | undefined => (found.fresh ? t('生成 {{n}} 个班', { n: found.fresh }) : undefined)

export function BatchPanel({ onClose }: { onClose: () => void }) {
  return (
    <PreviewPanel
      title={t('批量生成班级')}
      preview={previewBatch}
      of={generateClasses}
      layout={BATCH}
      note={<p className="ql-help">{t('班名里可用 {grade} 年级、{yy} 两位年级、{short} 专业简称、{n} 序号、{nn} 两位序号。')}</p>}
      show={found => <Plan classes={found.classes} fresh={found.fresh} skipped={found.skipped} />}
      verb={makes}
      onClose={onClose}
    />
  )
}
const COPY = ['fromGrade', 'toGrade', { field: 'departmentId', where: () => ({ deptType: '1' }) }]

export function CopyPanel({ onClose }: { onClose: () => void }) {
  const year = new Date().getFullYear()
  return (
    <PreviewPanel
      title={t('复制上一届班级')}
      preview={previewCopy}
      of={copyClasses}
      layout={COPY}
      initial={{ fromGrade: year - 1, toGrade: year }}
      changes={['gradeMajor']}
      show={found => (
        <>
          {found.gradeMajors?.length ? <p>{t('同时新建 {{n}} 个年级专业：{{names}}', { n: found.gradeMajors.length, names: found.gradeMajors.join(t('、')) })}</p> : null}
          <Plan classes={found.classes} fresh={found.fresh} skipped={found.skipped} />
        </>
      )}
      verb={makes}
      onClose={onClose}
    />
  )
}
