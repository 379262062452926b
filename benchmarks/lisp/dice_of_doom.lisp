;;;; Dice of Doom's whole tree, grown and rated as in the book: every position is remembered, none is left out.
;;;;
;;;;     sbcl --dynamic-space-size 4096 --script dice_of_doom.lisp '((0 3) (0 3) (1 3) (1 1))'
;;;;
;;;; prints positions, player 0's rating (1 won, 1/2 a tie, 0 lost), seconds of growing, seconds of rating.
;;;;
;;;; After C. Barski, Land of Lisp (2010), chapter 15: the same functions, data and memo tables (a tree is a list of
;;;; player, board and moves; a board an array of lists of owner and dice; tables by EQUALP for trees, by EQL for
;;;; ratings), in words of ours, without the book's printing and playing.

(defparameter *hexes* (let ((*read-eval* nil))
                        (read-from-string (second sb-ext:*posix-argv*))))
(defparameter *size* (isqrt (length *hexes*)))
(defparameter *players* 2)
(defparameter *max-dice* 3)

(defun board-of (hexes)
  (make-array (* *size* *size*) :initial-contents hexes))

;;; The rules

(defun neighbors (hex)
  (let ((up (- hex *size*))
        (down (+ hex *size*))
        (column (mod hex *size*)))
    (remove-if-not (lambda (near) (< -1 near (* *size* *size*)))
                   (append (list up down)
                           (unless (= column 0) (list (1- up) (1- hex)))
                           (unless (= column (1- *size*)) (list (1+ hex) (1+ down)))))))

(defun attacked (board player from to)
  (let ((dice (second (aref board from))))
    (board-of (loop for at from 0
                    for hex across board
                    collect (cond ((= at from) (list player 1))
                                  ((= at to) (list player (1- dice)))
                                  (t hex))))))

(defun reinforced (board player spare)
  (labels ((rest-of (hexes spare)
             (cond ((or (null hexes) (zerop spare)) hexes)
                   ((and (eql (first (car hexes)) player) (< (second (car hexes)) *max-dice*))
                    (cons (list player (1+ (second (car hexes))))
                          (rest-of (cdr hexes) (1- spare))))
                   (t (cons (car hexes) (rest-of (cdr hexes) spare))))))
    (board-of (rest-of (coerce board 'list) spare))))

(defun winners (board)
  (let* ((owners (map 'list #'first board))
         (counts (loop for player in (remove-duplicates owners)
                       collect (cons player (count player owners))))
         (most (reduce #'max counts :key #'cdr)))
    (mapcar #'car (remove most counts :key #'cdr :test-not #'eql))))

;;; The tree

(defun game-tree (board player spare first-move)
  (list player board (with-pass board player spare first-move (attacks board player spare))))

(defun with-pass (board player spare first-move attacks)
  (if first-move
      attacks
      (cons (list nil (game-tree (reinforced board player (1- spare)) (mod (1+ player) *players*) 0 t))
            attacks)))

(defun attacks (board player spare)
  (flet ((owner (hex) (first (aref board hex)))
         (dice (hex) (second (aref board hex))))
    (loop for from below (length board)
          when (eql (owner from) player)
            nconc (loop for to in (neighbors from)
                        when (and (not (eql (owner to) player)) (> (dice from) (dice to)))
                          collect (list (list from to)
                                        (game-tree (attacked board player from to)
                                                   player
                                                   (+ spare (dice to))
                                                   nil))))))

;;; Its rating

(defun ratings (tree player)
  (loop for (nil after) in (third tree)
        collect (rating after player)))

(defun rating (tree player)
  (cond ((third tree)
         (reduce (if (eql (first tree) player) #'max #'min) (ratings tree player)))
        ((member player (winners (second tree)))
         (/ 1 (length (winners (second tree)))))
        (t 0)))

;;; What is remembered

(defparameter *trees* (make-hash-table :test #'equalp))

(let ((known (make-hash-table))
      (afresh (symbol-function 'neighbors)))
  (defun neighbors (hex)
    (or (gethash hex known)
        (setf (gethash hex known) (funcall afresh hex)))))

(let ((afresh (symbol-function 'game-tree)))
  (defun game-tree (&rest arguments)
    (or (gethash arguments *trees*)
        (setf (gethash arguments *trees*) (apply afresh arguments)))))

(let ((known (make-hash-table))
      (afresh (symbol-function 'rating)))
  (defun rating (tree player)
    (let ((of-player (or (gethash player known)
                         (setf (gethash player known) (make-hash-table)))))
      (or (gethash tree of-player)
          (setf (gethash tree of-player) (funcall afresh tree player))))))

;;; The measurement

(defun seconds-since (time)
  (/ (- (get-internal-run-time) time) (float internal-time-units-per-second 1d0)))

(let* ((began (get-internal-run-time))
       (tree (game-tree (board-of *hexes*) 0 0 t))
       (growing (seconds-since began))
       (then (get-internal-run-time))
       (worth (rating tree 0)))
  (format t "~d ~a ~,4f ~,4f~%" (hash-table-count *trees*) worth growing (seconds-since then)))
