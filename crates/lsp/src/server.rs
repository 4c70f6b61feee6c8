//! The main loop: messages in order, answers, and diagnostics when nothing else is to be done.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, FileSystemWatcher,
    FoldingRangeProviderCapability, GlobPattern, HoverProviderCapability, InitializeParams, InitializeResult,
    MessageType, OneOf, PublishDiagnosticsParams, Registration, RegistrationParams, RenameOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, ServerInfo, ShowMessageParams,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, TypeDefinitionProviderCapability,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::checks::{Checks, Finished};
use crate::diagnostics::{Published, uri};
use crate::paths::name_of;
use crate::settings::Settings;
use crate::text::Encoding;
use crate::transport::{self, Incoming};
use crate::workspace::Workspace;
use crate::{actions, completion, folding, hover, navigation, rename, semantic, signatures, symbols};

/// The end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client said `shutdown`, and then `exit`.
    Orderly,
    /// The client said `exit`, or went away, without `shutdown`.
    Sudden,
}

impl Ending {
    /// True if the client said `shutdown` before, so that the process ends with status 0.
    pub fn is_orderly(self) -> bool {
        self == Self::Orderly
    }
}

/// The reason for which a request has no result.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Refusal {
    /// A request that makes no sense for this document.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self { code: ErrorCode::RequestFailed, message: message.into() }
    }
}

/// Files that shaders are in, or include.
const WATCHED: &str = "**/*.{glsl,glslh,glh,h,hpp,inc,fs,vs,vert,tesc,tese,geom,frag,comp,task,mesh,rgen,rint,rahit,rchit,rmiss,rcall}";

/// Notifications that change documents.
const CHANGES: &[&str] = &[
    notification::DidOpenTextDocument::METHOD,
    notification::DidChangeTextDocument::METHOD,
    notification::DidCloseTextDocument::METHOD,
];

const CANCELLED: &str = "the client cancelled the request";

/// The phases of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// Answers a client until it ends the session.
///
/// # Errors
/// If a stream cannot be read or written, or holds something that is not the protocol.
pub fn serve(reader: impl BufRead + Send + 'static, writer: impl Write) -> io::Result<Ending> {
    let (sender, events) = channel();
    let checks = sender.clone();
    // It ends with the stream, or with the process: a read cannot be interrupted.
    std::thread::spawn(move || {
        let mut reader = reader;
        loop {
            let read = transport::read(&mut reader);
            let is_last = !matches!(read, Ok(Some(_)));
            if sender.send(Event::Read(read)).is_err() || is_last {
                return;
            }
        }
    });
    let mut server = Server {
        writer,
        events,
        checks: Checks::new(checks),
        queue: VecDeque::new(),
        has_ended: false,
        phase: Phase::New,
        workspace: Workspace::default(),
        published: Published::default(),
        watches: false,
        requests: 0,
        answering: None,
    };
    let ending = server.run();
    server.checks.cancel_all();
    ending
}

/// Something that the server waits for.
pub(crate) enum Event {
    /// A message was read; `None` at the end of the stream.
    Read(io::Result<Option<Incoming>>),
    /// A check is over.
    Checked(Finished),
}

struct Server<W> {
    writer: W,
    events: Receiver<Event>,
    /// The checks that run.
    checks: Checks,
    /// Messages that have come and were not worked on.
    queue: VecDeque<Incoming>,
    /// True if no more messages come.
    has_ended: bool,
    phase: Phase,
    workspace: Workspace,
    published: Published,
    /// True if the client can watch files.
    watches: bool,
    /// The number of requests to the client.
    requests: i32,
    /// The request that waits for a check; none if the client cancelled it.
    answering: Option<RequestId>,
}

impl<W: Write> Server<W> {
    fn run(&mut self) -> io::Result<Ending> {
        loop {
            // Messages that have come: requests that are cancelled leave the queue, and checks of old texts end.
            while let Ok(event) = self.events.try_recv() {
                self.happened(event)?;
            }
            if let Some(next) = self.queue.pop_front() {
                match next {
                    Incoming::Malformed(code, reason) => {
                        transport::write_malformed(&mut self.writer, code, &reason)?;
                    }
                    Incoming::Message(Message::Request(request)) => self.answer(request)?,
                    Incoming::Message(Message::Notification(notification)) => {
                        if notification.method == notification::Exit::METHOD {
                            return Ok(self.ending());
                        }
                        self.notice(notification)?;
                    }
                    // Answers to the registration of watchers.
                    Incoming::Message(Message::Response(_)) => {}
                }
                continue;
            }
            if self.checks.has_room()
                && let Some(name) = self.workspace.next_dirty()
            {
                self.start(&name)?;
                continue;
            }
            if self.has_ended && self.checks.is_idle() {
                return Ok(self.ending());
            }
            let Ok(event) = self.events.recv() else { return Ok(self.ending()) };
            self.happened(event)?;
        }
    }

    /// Takes what has happened: a message goes to the queue, and the result of a check is published.
    fn happened(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Read(read) => match read? {
                Some(incoming) => self.take(incoming),
                None => {
                    self.has_ended = true;
                    Ok(())
                }
            },
            Event::Checked(finished) => match self.checks.take(&finished) {
                // The text has changed since.
                false => Ok(()),
                true => self.accept(&finished.name, finished.found),
            },
        }
    }

    /// Starts the check of a document that is to be looked at again.
    fn start(&mut self, name: &str) -> io::Result<()> {
        let Some(check) = self.workspace.check(name) else { return Ok(()) };
        match self.checks.start(check) {
            Some(found) => self.accept(name, Some(found)),
            None => Ok(()),
        }
    }

    /// Takes what a check of a document found.
    fn accept(&mut self, name: &str, found: Option<Vec<Analysis>>) -> io::Result<()> {
        let Some(found) = found else {
            self.workspace.mark(name);
            return Ok(());
        };
        let roots = self.workspace.accept(name, found);
        self.publish(name, &roots)
    }

    /// Ends checks whose text is not the newest any more: those of documents that are marked again.
    fn end_old_checks(&mut self) {
        self.checks.cancel(|name| self.workspace.is_dirty(name));
    }

    /// Marks all that a change of a document, which has come and was not worked on, makes old.
    fn expect_change(&mut self, name: &str) {
        for document in self.workspace.concerned(name) {
            if self.checks.is_running(&document) {
                self.workspace.mark(&document);
            }
        }
        self.end_old_checks();
    }

    fn ending(&self) -> Ending {
        if self.phase == Phase::ShutDown { Ending::Orderly } else { Ending::Sudden }
    }

    /// Puts a message into the queue, or takes the request that it cancels out of it. A change ends checks of the old text.
    fn take(&mut self, incoming: Incoming) -> io::Result<()> {
        let Incoming::Message(Message::Notification(notification)) = &incoming else {
            self.queue.push_back(incoming);
            return Ok(());
        };
        if notification.method != notification::Cancel::METHOD {
            if CHANGES.contains(&notification.method.as_str())
                && let Some(name) = document_of(&notification.params)
            {
                self.expect_change(&name);
            }
            self.queue.push_back(incoming);
            return Ok(());
        }
        let Some(id) = notification.params.get("id").cloned() else { return Ok(()) };
        let Ok(id) = serde_json::from_value::<RequestId>(id) else { return Ok(()) };
        self.answering.take_if(|it| *it == id);
        let is_it =
            |it: &Incoming| matches!(it, Incoming::Message(Message::Request(request)) if request.id == id);
        if let Some(index) = self.queue.iter().position(is_it) {
            self.queue.remove(index);
            self.send(Response::new_err(id, ErrorCode::RequestCanceled as i32, CANCELLED.to_owned()).into())?;
        }
        Ok(())
    }

    fn send(&mut self, message: Message) -> io::Result<()> {
        transport::write(&mut self.writer, message)
    }

    /// Tells the client of a fault that is none of a request.
    fn show(&mut self, typ: MessageType, message: String) -> io::Result<()> {
        let params = ShowMessageParams { typ, message };
        self.send(Notification::new(notification::ShowMessage::METHOD.to_owned(), params).into())
    }

    /// Publishes what is new of shaders that were looked at for a document.
    fn publish(&mut self, document: &str, roots: &[String]) -> io::Result<()> {
        for (name, diagnostics) in self.published.set(&self.workspace, document, roots) {
            let Some(uri) = uri(&self.workspace, &name) else { continue };
            let version = self.workspace.documents.get(&name).map(|it| it.version);
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            let method = notification::PublishDiagnostics::METHOD.to_owned();
            self.send(Notification::new(method, params).into())?;
        }
        Ok(())
    }

    /// Answers a request.
    fn answer(&mut self, request: Request) -> io::Result<()> {
        let refuse = |code: ErrorCode, message: &str| Err(Refusal { code, message: message.to_owned() });
        let id = request.id.clone();
        let result = match (self.phase, request.method.as_str()) {
            (Phase::New, request::Initialize::METHOD) => self.initialize(request.params),
            (Phase::New, _) => refuse(ErrorCode::ServerNotInitialized, "the server is not initialised"),
            (_, request::Initialize::METHOD) => {
                refuse(ErrorCode::InvalidRequest, "the server is initialised already")
            }
            (Phase::Running, request::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::ShutDown, _) => refuse(ErrorCode::InvalidRequest, "the server was shut down"),
            (Phase::Running, _) => {
                let name = document_of(&request.params);
                self.answering = Some(request.id.clone());
                let ready = name.map_or(Ok(Ok(())), |name| self.bring_up_to_date(&name))?;
                self.answering = None;
                let workspace = AssertUnwindSafe(&self.workspace);
                let work = AssertUnwindSafe(request);
                ready.and_then(|()| {
                    catch_unwind(move || dispatch(&workspace, work.0)).unwrap_or_else(|_| {
                        refuse(ErrorCode::InternalError, "internal error: the server failed on this request")
                    })
                })
            }
        };
        let response = match result {
            Ok(result) => Response::new_ok(id, result),
            Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.message),
        };
        self.send(response.into())
    }

    /// Waits until the shaders that a document belongs to have been looked at since their last change. Refuses if it changes, or the
    /// request is cancelled, meanwhile.
    fn bring_up_to_date(&mut self, name: &str) -> io::Result<Result<(), Refusal>> {
        let concerned = self.workspace.concerned(name);
        for document in &concerned {
            self.start(document)?;
        }
        let refused = |code, message: &str| Ok(Err(Refusal { code, message: message.to_owned() }));
        loop {
            if concerned.iter().any(|document| self.workspace.is_dirty(document)) {
                return refused(ErrorCode::ContentModified, "the document has changed since the request");
            }
            if self.answering.is_none() {
                return refused(ErrorCode::RequestCanceled, CANCELLED);
            }
            if !concerned.iter().any(|document| self.checks.is_running(document)) {
                return Ok(Ok(()));
            }
            match self.events.recv() {
                Ok(event) => self.happened(event)?,
                Err(_) => return refused(ErrorCode::InternalError, "the server has ended"),
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = parsed(params)?;
        self.phase = Phase::Running;
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|it| it.position_encodings.as_deref()).unwrap_or_default();
        self.workspace.encoding = Encoding::among(offered);
        let workspace = params.capabilities.workspace.as_ref();
        let watching = workspace.and_then(|it| it.did_change_watched_files.as_ref());
        self.watches = watching.is_some_and(|it| it.dynamic_registration == Some(true));
        let folders = params.workspace_folders.as_deref().unwrap_or_default();
        #[allow(deprecated)] // Older clients have only this.
        let root = folders.first().map(|folder| &folder.uri).or(params.root_uri.as_ref());
        self.workspace.folder = root.map(|uri| name_of(uri).into());
        let wrong = self.configure(&params.initialization_options.unwrap_or_default());
        for message in wrong {
            // A client must not get anything else before the answer, but a message to the user.
            let _ = self.show(MessageType::WARNING, format!("vitrum: {message}"));
        }
        let result = InitializeResult {
            capabilities: capabilities(self.workspace.encoding),
            server_info: Some(ServerInfo {
                name: "vitrum".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        Ok(serialized(result))
    }

    fn configure(&mut self, value: &Value) -> Vec<String> {
        let (settings, wrong) = Settings::read(value, self.workspace.folder.as_deref());
        self.workspace.settings = settings;
        self.workspace.touch_all();
        wrong
    }

    /// Takes a notification. Unknown ones, and those that are malformed, have no answer.
    fn notice(&mut self, notification: Notification) -> io::Result<()> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let method = notification.method.clone();
        let noticed = self.noticed(notification);
        self.end_old_checks();
        match noticed {
            Ok(()) => Ok(()),
            Err(Noticed::Io(error)) => Err(error),
            Err(Noticed::Wrong(reason)) => {
                self.show(MessageType::ERROR, format!("vitrum: {method}: {reason}"))
            }
        }
    }

    fn noticed(&mut self, notification: Notification) -> Result<(), Noticed> {
        let params = notification.params;
        match notification.method.as_str() {
            notification::Initialized::METHOD => self.watch_files()?,
            notification::DidOpenTextDocument::METHOD => {
                let document = of::<notification::DidOpenTextDocument>(params)?.text_document;
                let name = name_of(&document.uri);
                self.workspace.open(&name, document.uri, document.version, &document.text);
            }
            notification::DidChangeTextDocument::METHOD => {
                let params = of::<notification::DidChangeTextDocument>(params)?;
                let (name, version) = (name_of(&params.text_document.uri), params.text_document.version);
                if !self.workspace.change(&name, version, &params.content_changes) {
                    return Err(Noticed::Wrong(format!("`{name}` is not open")));
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let name = name_of(&of::<notification::DidCloseTextDocument>(params)?.text_document.uri);
                let roots = self.workspace.close(&name);
                self.publish(&name, &roots)?;
            }
            notification::DidSaveTextDocument::METHOD => {
                let name = name_of(&of::<notification::DidSaveTextDocument>(params)?.text_document.uri);
                self.workspace.touch(&name);
            }
            notification::DidChangeWatchedFiles::METHOD => {
                for event in of::<notification::DidChangeWatchedFiles>(params)?.changes {
                    self.workspace.touch(&name_of(&event.uri));
                }
                self.workspace.touch_parts();
            }
            notification::DidChangeConfiguration::METHOD => {
                let settings = of::<notification::DidChangeConfiguration>(params)?.settings;
                // Clients also say that something else has changed.
                let Some(own) = settings.get("vitrum") else { return Ok(()) };
                for message in self.configure(own) {
                    self.show(MessageType::WARNING, format!("vitrum: {message}"))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to tell of files that change.
    fn watch_files(&mut self) -> io::Result<()> {
        if !self.watches {
            return Ok(());
        }
        let glob_pattern = GlobPattern::String(WATCHED.to_owned());
        let watchers = vec![FileSystemWatcher { glob_pattern, kind: None }];
        let registration = Registration {
            id: "vitrum-files".to_owned(),
            method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(json!({ "watchers": watchers })),
        };
        self.requests += 1;
        let params = RegistrationParams { registrations: vec![registration] };
        let method = request::RegisterCapability::METHOD.to_owned();
        self.send(Request::new(self.requests.into(), method, params).into())
    }
}

/// The reason for which a notification was not taken.
enum Noticed {
    Io(io::Error),
    Wrong(String),
}

impl From<io::Error> for Noticed {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The parameters of a notification.
fn of<N: notification::Notification>(params: Value) -> Result<N::Params, Noticed> {
    serde_json::from_value(params).map_err(|error| Noticed::Wrong(error.to_string()))
}

/// The parameters of a request.
fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal { code: ErrorCode::InvalidParams, message: error.to_string() })
}

fn serialized(result: impl serde::Serialize) -> Value {
    // Plain data, so that it cannot fail.
    serde_json::to_value(result).unwrap_or_default()
}

/// The document that a request is about.
fn document_of(params: &Value) -> Option<String> {
    let uri = params.get("textDocument")?.get("uri")?.as_str()?;
    Some(name_of(&uri.parse().ok()?))
}

/// Runs a request: the parameters are parsed, and the result is serialised.
fn run<R: request::Request>(
    params: Value,
    work: impl FnOnce(R::Params) -> Result<R::Result, Refusal>,
) -> Result<Value, Refusal> {
    work(parsed(params)?).map(serialized)
}

/// The work on each request.
fn dispatch(workspace: &Workspace, request: Request) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method.as_str() {
        request::HoverRequest::METHOD => {
            run::<request::HoverRequest>(params, |params| Ok(hover::hover(workspace, &params)))
        }
        request::Completion::METHOD => {
            run::<request::Completion>(params, |params| Ok(completion::complete(workspace, &params)))
        }
        request::SignatureHelpRequest::METHOD => {
            run::<request::SignatureHelpRequest>(params, |params| Ok(signatures::help(workspace, &params)))
        }
        request::GotoDefinition::METHOD => {
            run::<request::GotoDefinition>(params, |params| Ok(navigation::definition(workspace, &params)))
        }
        request::GotoDeclaration::METHOD => {
            run::<request::GotoDeclaration>(params, |params| Ok(navigation::declaration(workspace, &params)))
        }
        request::GotoTypeDefinition::METHOD => {
            let work = |params| Ok(navigation::type_definition(workspace, &params));
            run::<request::GotoTypeDefinition>(params, work)
        }
        request::References::METHOD => {
            run::<request::References>(params, |params| Ok(navigation::references(workspace, &params)))
        }
        request::DocumentHighlightRequest::METHOD => {
            let work = |params| Ok(navigation::highlights(workspace, &params));
            run::<request::DocumentHighlightRequest>(params, work)
        }
        request::PrepareRenameRequest::METHOD => {
            run::<request::PrepareRenameRequest>(params, |params| rename::prepare(workspace, &params))
        }
        request::Rename::METHOD => {
            run::<request::Rename>(params, |params| rename::rename(workspace, &params))
        }
        request::DocumentSymbolRequest::METHOD => {
            let work = |params| Ok(symbols::symbols(workspace, &params));
            run::<request::DocumentSymbolRequest>(params, work)
        }
        request::SemanticTokensFullRequest::METHOD => {
            let work = |params| Ok(semantic::full(workspace, &params));
            run::<request::SemanticTokensFullRequest>(params, work)
        }
        request::SemanticTokensRangeRequest::METHOD => {
            let work = |params| Ok(semantic::range(workspace, &params));
            run::<request::SemanticTokensRangeRequest>(params, work)
        }
        request::CodeActionRequest::METHOD => {
            run::<request::CodeActionRequest>(params, |params| Ok(actions::actions(workspace, &params)))
        }
        request::FoldingRangeRequest::METHOD => {
            run::<request::FoldingRangeRequest>(params, |params| Ok(folding::ranges(workspace, &params)))
        }
        method => Err(Refusal {
            code: ErrorCode::MethodNotFound,
            message: format!("the server does not know the request `{method}`"),
        }),
    }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let characters = |list: &[&str]| Some(list.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: characters(&[".", "#", "\"", "<", "/"]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: characters(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(lsp_types::DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: semantic::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}
