/** Which tasks of the lessons were done in this browser. */

const DONE_KEY = "xiangqi.lessons";

/** The tasks that were done, by lesson. @returns {Record<string, number[]>} */
export function doneTasks() {
  try {
    return JSON.parse(localStorage.getItem(DONE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** How many tasks of a lesson were done in this browser. @param {string} lesson */
export const doneCount = (lesson) => doneTasks()[lesson]?.length ?? 0;

/** Remember that a task was done. @param {string} lesson @param {number} task */
export function keepDone(lesson, task) {
  const done = doneTasks();
  localStorage.setItem(DONE_KEY, JSON.stringify({ ...done, [lesson]: [...new Set([...(done[lesson] ?? []), task])] }));
}
