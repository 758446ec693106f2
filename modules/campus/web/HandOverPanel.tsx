import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { handOver, previewHandOver } from '../model/people-actions.ts'
import style from './campus.module.css'
import { PreviewPanel } from './public/PreviewPanel.tsx'

const LAYOUT = [{ fields: ['role', 'fromTeacherId', 'toTeacherId', 'date'] }, { title: '班级', fields: ['classIds'] }, { title: '依据', fields: ['docNo', 'reason'] }]
/** Hands over classes between two people on a day, with a preview. */
export function HandOverPanel({ initial, onClose }: { initial?: Readonly<Record<string, unknown>>; onClose: () => void }) {
  return (
    <PreviewPanel
      title={t('带班交接')}
      preview={previewHandOver}
      of={handOver}
      layout={LAYOUT}
      initial={{ role: 'fdy', ...initial }}
      size={480}
      changes={['stuClass', 'teacher', 'student']}
      note={<p className="ql-help">{t('不选班级就是把交出人这一角色的班级全部交接。')}</p>}
      show={found => (
        <>
          <p>{t('{{classes}} 个班、{{students}} 名学生', { classes: found.classCount, students: found.studentCount })}</p>
          {found.items.map(item => (
            <p key={item.label}>{t('{{label}} {{n}} 件', { label: tAny(item.label), n: item.count })}</p>
          ))}
          <p className={found.receiverOver ? style.warn : 'ql-quiet'}>
            {found.receiverOver
              ? t('接手后共带 {{n}} 人，超出师生比 {{over}} 人', { n: found.receiverStudents, over: found.receiverOver })
              : t('接手后共带 {{n}} 人', { n: found.receiverStudents })}
          </p>
          <PlainTable
            label={t('班级')}
            rows={found.classes}
            keyOf={c => c.id}
            columns={[
              [t('班级'), c => c.name],
              [t('人数'), c => c.studentCount],
              [t('接手日期'), c => c.startDate],
            ]}
          />
        </>
      )}
      verb={found => t('交接 {{n}} 个班', { n: found.classCount })}
      onClose={onClose}
    />
  )
}
