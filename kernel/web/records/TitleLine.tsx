import { Button } from 'antd'
import { Download, Ellipsis, Plus, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from '#web/feedback/Menu.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { PageHead } from '#web/layout/Page.tsx'
import type { Verbs } from './useVerbs.tsx'

interface TitleLineProps {
  title: ReactNode
  level?: 'h1' | 'h2'
  /** Switch between views of the list, with counts: beside the title, on phones in a line below it. */
  views?: ReactNode
  label: string
  toolbar?: ReactNode
  verbs: Pick<Verbs<never>, 'add' | 'importRows' | 'exportRows'>
}
/** List header: title and list-wide actions. */
export function TitleLine({ title, level = 'h1', views, label, toolbar, verbs }: TitleLineProps) {
  const narrow = useNarrow()
  const { add, importRows, exportRows } = verbs
  const sheets = [
    ...(importRows ? [{ key: 'import', label: t('导入'), icon: <Upload size={15} />, onClick: importRows }] : []),
    ...(exportRows ? [{ key: 'export', label: t('导出'), icon: <Download size={15} />, onClick: exportRows }] : []),
  ]
  return (
    <PageHead
      title={title}
      level={level}
      views={views}
      actions={
        <>
          {toolbar}
          {narrow && sheets.length ? (
            <Menu trigger={['click']} menu={{ items: sheets }}>
              <Button aria-label={t('更多操作')} icon={<Ellipsis size={16} />} />
            </Menu>
          ) : (
            sheets.map(({ key, label: verb, icon, onClick }) => (
              <Button key={key} icon={icon} onClick={onClick}>
                {verb}
              </Button>
            ))
          )}
          {add ? (
            <Button type="primary" icon={<Plus size={15} />} onClick={add}>
              {narrow ? t('新增') : t('新增{{label}}', { label })}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
