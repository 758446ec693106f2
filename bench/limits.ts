const MANY =
  'Sixteen clients, the server and the database share two processors whose speed moves by a half within an hour: between 34 and 109 ms in eleven runs of three days, while a single client waited 5 to 9 ms, and 18 where all the machine was at half its speed.'
/** Limiting factor where a target is missed, by the text of its line. */
export const LIMITS: Readonly<Record<string, string>> = {
  'p99 of it at 64':
    'Sixty-four requests share ten connections and one thread: each waits about 40 ms for a connection, and a pause of the whole process, to collect or to let others have the processors, holds up all of them at once; two such pauses in ten seconds are the last hundredth.',
  'server processor for a list':
    'Beside the statement: 220 KB of short-lived memory a request, a quarter of the time to collect it, twenty identity numbers to decrypt before they are masked, names of references, and the answer in UTF-8.',
  'one record; 16 connections':
    'The same work a row as for a list, and of each request’s 0.2 ms a third is writing to two sockets; the hand-written server keeps no session, scope, masks or security headers.',
  'create one, validated, audited, idempotent; 16 connections':
    'A new student is a person, a student, a span of class history, three history entries, two events and an idempotency key: ten statements on three trips (eleven on four when it was measured), twenty foreign keys checked, some thirty index entries written, and an account made in the background; the ceiling is one insert on one trip with two index entries. PostgreSQL’s part alone is eight times the ceiling’s.',
  'create a plain record, validated, audited, idempotent; 16 connections':
    'Six statements, all on one trip. PostgreSQL alone, sent the same by pgbench on one trip, makes a tenth to a third as many as of the one insert: three foreign keys and five indexes of the venue, six indexes of the history, two of the key, and a small transaction that tells other processes of what they keep in memory. The program’s own part is the request judged, its row twice in JSON and the answer sealed for a repeat. On a quiet machine five turns gave 0.41, 0.33, 0.36, 0.31 and 0.40.',
  'sign-in by the token call; 16 connections':
    'Four trips to the database beside the hash (the account, a second factor, the session, the names for the answer) and the log of sign-ins, on the same two processors.',
  'decisions over HTTP, each about a case of its own, by 39 people; 16 connections':
    'What the ceiling need not ask: which case a task belongs to and where its applicant does, who is next and stands in for whom, among the holders of the role; the request itself, judged and answered on one thread; and whoever is concerned is told in the background on the same two processors: 1.2 ms of the program and 2.4 of PostgreSQL a decision at the machine’s full speed.',
  '7,212 claims over HTTP for 904 beds on two processes; 64 connections':
    'Two processes, the database and the load share two processors. Seven of eight presses are refused, each with its reason, free beds near and an entry in the log; what the round, the student’s turn and the room’s rules say is looked up for several presses at once. The ceiling is one insert.',
  'import 30,000 students from .xlsx (4.8 MB), upload to committed':
    'PostgreSQL: student with its fourteen indexes, class history with its exclusion constraint, and one history entry a row.',
  'todos of the desktop, page 1 and numbers of one officer’s 30,000; 16 connections': MANY,
  'approvals, page 1 and numbers of one officer’s 30,000; 16 connections': MANY,
  'to a tab that is open, middle of ten':
    'The page is laid out and painted on two processors that also run Chromium’s painting, the server and the database; its own script is 40 ms of it.',
  'the same without them': 'Code, declarations and registrations of all modules stay in memory from the start; schemas and packages are loaded on first use.',
  'memory after 15 s of lists, without them': 'What the program holds before the first call, and a young generation of up to 48 MB.',
  'memory of the server process after the load':
    'With all its modules the program holds some 200 MB before the first call: code, declarations and the routes made of them, and Node itself.',
  'JS, CSS and texts (brotli) from sign-in to the student list on screen, English':
    'A fraction of a KiB over: the texts of the student module hold the items of every national code set, until the school’s own have come.',
  'student list usable after sign-in, empty cache, middle of five':
    'Chromium, server and database share two processors. Everything is on its way at once; what remains is running 0.75 MB of JavaScript, drawing the shell, then the table, and one forced layout of the whole page. Measured beside a running test; on a quiet machine three days before it took 1048 ms.',
  'student list usable, empty cache, middle of five':
    'Some 600 ms of the browser’s processor time: React draws the shell before the list, whose own call waits for program, menus and page; two layouts, because the width of the table decides its columns.',
  'phone home usable, empty cache; 1.6 Mbit/s, 150 ms, processor slowed four times':
    'A quarter of a megabyte over 1.6 Mbit/s is 1.3 s, running it on a processor slowed four times another two, and the trips for session and cards follow each other.',
  'the same with the files cached':
    'The processor slowed four times: the program runs for some 500 ms at full speed. Menus are drawn from the last visit; the cards of the page are not.',
  '36,000 notices at 300 a second, each 3 times and out of order':
    'Ten trips to the database book a payment and three answer a repetition, on two processors that also run the load, while twelve thousand orders that wait are asked about at 15 s, 1 and 3 minutes. Measured with thirteen and five; the other trips were saved afterwards.',
  'the answer and its trend at once, beside last term and last year: 36,420 students, 13 questions':
    'Counting lines by student: slipping classes adds up 180,000 sign-ins a week for each of twelve points and 720,000 for each of three days, some 400 ns a line; who owes and nobody talked to (2.2 s) and who was never reached (1.7 s) look at every student for each point. Both requests run at once on two processors. The other ten are below 1.3 s.',
  'the first page of who is behind it: 7 lists':
    'The same lines of one day: slipping classes 1.05 s, absent nights 0.85 s, never reached 0.6 s; the other four below 400 ms. The number of all rows, which the page shows, needs every one of them.',
  'admitted, waiting, gaps in their order, students with two places, answered neither way':
    'Seats and waiting list are exact. 420 of 12,000 calls came while more were being answered than the server takes at once and were told to come back in two seconds, which browsers do by themselves and this load does not.',
  '16,000 saves, 333 a second': 'Load, server and database share two processors, and the sheets of 5,000 candidates are saved while 2,000 others hand in and are marked.',
}
